-- The bank's guards on PostgreSQL: every trigger, recreated after every migration
-- (db/migrate-postgres.ts). Error texts: db/error.ts, with SQLSTATE VB001. Functions have a fixed search_path, so that
-- no temporary table can replace one of the bank's. Same rules as db/guards.sqlite.sql.

-- Append-only tables. The error text is the trigger's argument.
CREATE OR REPLACE FUNCTION guard_frozen() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'VB001';
END $$;
CREATE TRIGGER entries_no_change BEFORE UPDATE OR DELETE ON entries FOR EACH ROW EXECUTE FUNCTION guard_frozen('ledger.append_only');
CREATE TRIGGER entries_no_truncate BEFORE TRUNCATE ON entries FOR EACH STATEMENT EXECUTE FUNCTION guard_frozen('ledger.append_only');
CREATE TRIGGER transactions_no_change BEFORE UPDATE OR DELETE ON transactions FOR EACH ROW EXECUTE FUNCTION guard_frozen('ledger.append_only');
CREATE TRIGGER transactions_no_truncate BEFORE TRUNCATE ON transactions FOR EACH STATEMENT EXECUTE FUNCTION guard_frozen('ledger.append_only');
CREATE TRIGGER idempotency_no_change BEFORE UPDATE OR DELETE ON idempotency FOR EACH ROW EXECUTE FUNCTION guard_frozen('ledger.append_only');
CREATE TRIGGER idempotency_no_truncate BEFORE TRUNCATE ON idempotency FOR EACH STATEMENT EXECUTE FUNCTION guard_frozen('ledger.append_only');
CREATE TRIGGER audit_log_no_change BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION guard_frozen('audit.append_only');
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION guard_frozen('audit.append_only');
CREATE TRIGGER documents_no_change BEFORE UPDATE OR DELETE ON documents FOR EACH ROW EXECUTE FUNCTION guard_frozen('document.append_only');
CREATE TRIGGER documents_no_truncate BEFORE TRUNCATE ON documents FOR EACH STATEMENT EXECUTE FUNCTION guard_frozen('document.append_only');
CREATE TRIGGER refused_payments_no_change BEFORE UPDATE OR DELETE ON refused_payments FOR EACH ROW EXECUTE FUNCTION guard_frozen('protection.append_only');
CREATE TRIGGER refused_payments_no_truncate BEFORE TRUNCATE ON refused_payments FOR EACH STATEMENT EXECUTE FUNCTION guard_frozen('protection.append_only');
CREATE TRIGGER signal_rules_no_change BEFORE UPDATE OR DELETE ON signal_rules FOR EACH ROW EXECUTE FUNCTION guard_frozen('protection.append_only');
CREATE TRIGGER signal_rules_no_truncate BEFORE TRUNCATE ON signal_rules FOR EACH STATEMENT EXECUTE FUNCTION guard_frozen('protection.append_only');
CREATE TRIGGER limit_rules_no_change BEFORE UPDATE OR DELETE ON limit_rules FOR EACH ROW EXECUTE FUNCTION guard_frozen('protection.append_only');
CREATE TRIGGER limit_rules_no_truncate BEFORE TRUNCATE ON limit_rules FOR EACH STATEMENT EXECUTE FUNCTION guard_frozen('protection.append_only');
CREATE TRIGGER limit_cancellations_no_change BEFORE UPDATE OR DELETE ON limit_cancellations FOR EACH ROW EXECUTE FUNCTION guard_frozen('protection.append_only');
CREATE TRIGGER limit_cancellations_no_truncate BEFORE TRUNCATE ON limit_cancellations FOR EACH STATEMENT EXECUTE FUNCTION guard_frozen('protection.append_only');
CREATE TRIGGER accounts_no_truncate BEFORE TRUNCATE ON accounts FOR EACH STATEMENT EXECUTE FUNCTION guard_frozen('ledger.account_fixed');
CREATE TRIGGER audit_head_no_truncate BEFORE TRUNCATE ON audit_head FOR EACH STATEMENT EXECUTE FUNCTION guard_frozen('audit.append_only');
CREATE TRIGGER bank_clock_no_truncate BEFORE TRUNCATE ON bank_clock FOR EACH STATEMENT EXECUTE FUNCTION guard_frozen('clock.backwards');
CREATE TRIGGER audit_head_no_delete BEFORE DELETE ON audit_head FOR EACH ROW EXECUTE FUNCTION guard_frozen('audit.append_only');
CREATE TRIGGER bank_clock_no_delete BEFORE DELETE ON bank_clock FOR EACH ROW EXECUTE FUNCTION guard_frozen('clock.backwards');

-- Entries must have the next number, balance and sum of credits, respect the floor, and belong to unsealed transactions.
-- Each is compared with the one before it, which the same statement may have written; the primary key refuses a number that
-- another session took. The advisory locks keep other sessions from adding to a transaction that this one is about to seal:
-- neither would see the other's uncommitted rows. Plans are by keys, whatever the statistics were when they were made.
CREATE OR REPLACE FUNCTION guard_entries() RETURNS trigger LANGUAGE plpgsql
  SET search_path = public, pg_temp SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  fault text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(one.id, 0))
    FROM (SELECT DISTINCT transaction_id AS id FROM added ORDER BY 1) AS one;
  IF EXISTS (SELECT 1 FROM added JOIN transactions ON transactions.id = added.transaction_id) THEN
    RAISE EXCEPTION 'ledger.sealed' USING ERRCODE = 'VB001';
  END IF;
  SELECT CASE
      WHEN added.seq < 1 OR (last.seq IS NULL AND added.seq <> 1)
        OR added.balance_after_cents <> coalesce(last.balance_after_cents, 0) + added.amount_cents
        OR added.credits_after_cents <> coalesce(last.credits_after_cents, 0) + greatest(added.amount_cents, 0)
        THEN 'ledger.chain'
      -- JavaScript cannot represent integers above 2^53 exactly.
      WHEN abs(added.balance_after_cents) > 9007199254740991 OR added.credits_after_cents > 9007199254740991
        THEN 'ledger.range'
      WHEN added.amount_cents < 0 AND added.balance_after_cents < accounts.floor_cents THEN 'ledger.floor'
    END INTO fault
    FROM added
    JOIN accounts ON accounts.id = added.account_id
    LEFT JOIN entries AS last ON last.account_id = added.account_id AND last.seq = added.seq - 1
    ORDER BY 1 NULLS LAST LIMIT 1;
  IF fault IS NOT NULL THEN
    RAISE EXCEPTION '%', fault USING ERRCODE = 'VB001';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER entries_chain AFTER INSERT ON entries REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION guard_entries();

-- A transaction row seals its entries: at least two, with sum zero and the stated amount. A reversal mirrors its original
-- and cannot be reversed.
CREATE OR REPLACE FUNCTION guard_seals() RETURNS trigger LANGUAGE plpgsql
  SET search_path = public, pg_temp SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  fault text;
  reversal record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(one.id, 0)) FROM (SELECT id FROM added ORDER BY 1) AS one;
  SELECT CASE
      WHEN sums.legs < 2 OR sums.total <> 0 THEN 'ledger.unbalanced'
      WHEN sums.moved <> added.amount_cents THEN 'ledger.amount'
    END INTO fault
    FROM added
    CROSS JOIN LATERAL (
      SELECT count(*) AS legs, coalesce(sum(amount_cents), 0) AS total,
             coalesce(sum(greatest(amount_cents, 0)), 0) AS moved
        FROM entries WHERE transaction_id = added.id
    ) AS sums
    ORDER BY 1 NULLS LAST LIMIT 1;
  IF fault IS NOT NULL THEN
    RAISE EXCEPTION '%', fault USING ERRCODE = 'VB001';
  END IF;
  FOR reversal IN SELECT id, type, reverses_id FROM added WHERE type = 'reversal' OR reverses_id IS NOT NULL LOOP
    IF reversal.type <> 'reversal'
       OR NOT EXISTS (SELECT 1 FROM transactions WHERE id = reversal.reverses_id AND type <> 'reversal')
       OR EXISTS (
         SELECT 1 FROM (SELECT account_id, sum(amount_cents) AS total FROM entries
                         WHERE transaction_id = reversal.id GROUP BY account_id) AS back
           FULL JOIN (SELECT account_id, sum(amount_cents) AS total FROM entries
                       WHERE transaction_id = reversal.reverses_id GROUP BY account_id) AS there USING (account_id)
          WHERE back.total IS DISTINCT FROM -there.total
       ) THEN
      RAISE EXCEPTION 'ledger.reversal' USING ERRCODE = 'VB001';
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER transactions_seal AFTER INSERT ON transactions REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION guard_seals();

-- An account's owner, number and kind are fixed; its floor too, after the first entry.
CREATE OR REPLACE FUNCTION guard_account() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.bank_account IS NOT NULL OR EXISTS (SELECT 1 FROM entries WHERE account_id = OLD.id) THEN
      RAISE EXCEPTION 'ledger.account_fixed' USING ERRCODE = 'VB001';
    END IF;
    RETURN OLD;
  END IF;
  IF (NEW.id, NEW.user_id, NEW.bank_account, NEW.account_number, NEW.account_type, NEW.created_at)
       IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.bank_account, OLD.account_number, OLD.account_type, OLD.created_at)
     OR (NEW.floor_cents IS DISTINCT FROM OLD.floor_cents
         AND EXISTS (SELECT 1 FROM entries WHERE account_id = OLD.id)) THEN
    RAISE EXCEPTION 'ledger.account_fixed' USING ERRCODE = 'VB001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER accounts_fixed BEFORE UPDATE OR DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION guard_account();

-- The first new audit row follows the head, each further one the row before it; the head moves to the last of them.
CREATE OR REPLACE FUNCTION guard_audit_log() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM audit_head WHERE id = 1 AND (
      (seq + 1 = NEW.seq AND hash = NEW.previous_hash)
      OR (seq + 1 < NEW.seq
          AND EXISTS (SELECT 1 FROM audit_log WHERE seq = NEW.seq - 1 AND hash = NEW.previous_hash)))
  ) THEN
    RAISE EXCEPTION 'audit.chain' USING ERRCODE = 'VB001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER audit_log_chain BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION guard_audit_log();
CREATE OR REPLACE FUNCTION guard_audit_head() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.id <> 1 OR EXISTS (SELECT 1 FROM audit_head) THEN
      RAISE EXCEPTION 'audit.chain' USING ERRCODE = 'VB001';
    END IF;
  ELSIF NEW.id <> OLD.id OR NEW.seq <= OLD.seq
     OR NOT EXISTS (SELECT 1 FROM audit_log WHERE seq = NEW.seq AND hash = NEW.hash)
     OR EXISTS (SELECT 1 FROM audit_log WHERE seq = NEW.seq + 1) THEN
    RAISE EXCEPTION 'audit.chain' USING ERRCODE = 'VB001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER audit_head_advance BEFORE INSERT OR UPDATE ON audit_head FOR EACH ROW EXECUTE FUNCTION guard_audit_head();

-- The clock offset never decreases; a day has 1440 minutes.
CREATE OR REPLACE FUNCTION guard_clock() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.id <> 1 OR EXISTS (SELECT 1 FROM bank_clock) THEN
      RAISE EXCEPTION 'clock.backwards' USING ERRCODE = 'VB001';
    END IF;
  ELSIF NEW.id <> OLD.id
     OR NEW.offset_days * 1440 + NEW.offset_minutes < OLD.offset_days * 1440 + OLD.offset_minutes THEN
    RAISE EXCEPTION 'clock.backwards' USING ERRCODE = 'VB001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bank_clock_forward BEFORE INSERT OR UPDATE ON bank_clock FOR EACH ROW EXECUTE FUNCTION guard_clock();

-- Messages are fixed; only their sending is recorded, which erases the text.
CREATE OR REPLACE FUNCTION guard_outbox() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF (NEW.id, NEW.channel, NEW.kind, NEW.recipient, NEW.subject, NEW.created_at)
       IS DISTINCT FROM (OLD.id, OLD.channel, OLD.kind, OLD.recipient, OLD.subject, OLD.created_at)
     OR ((NEW.text, NEW.html) IS DISTINCT FROM (OLD.text, OLD.html)
         AND (NEW.sent_at IS NULL OR NEW.text <> '' OR NEW.html <> '')) THEN
    RAISE EXCEPTION 'outbox.fixed' USING ERRCODE = 'VB001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER outbox_fixed BEFORE UPDATE ON outbox FOR EACH ROW EXECUTE FUNCTION guard_outbox();

-- A contract's content is fixed; a signature or cancellation is final.
CREATE OR REPLACE FUNCTION guard_contract() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.status <> 'pending_signature'
     OR (NEW.id, NEW.user_id, NEW.type, NEW.related_id, NEW.title, NEW.content, NEW.text_version, NEW.content_sha256, NEW.created_at)
       IS DISTINCT FROM
        (OLD.id, OLD.user_id, OLD.type, OLD.related_id, OLD.title, OLD.content, OLD.text_version, OLD.content_sha256, OLD.created_at)
     OR (NEW.status = 'signed') <> (NEW.signed_at IS NOT NULL AND NEW.evidence IS NOT NULL) THEN
    RAISE EXCEPTION 'contract.fixed' USING ERRCODE = 'VB001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER contracts_fixed BEFORE UPDATE OR DELETE ON contracts FOR EACH ROW EXECUTE FUNCTION guard_contract();
CREATE TRIGGER contracts_no_truncate BEFORE TRUNCATE ON contracts FOR EACH STATEMENT EXECUTE FUNCTION guard_frozen('contract.fixed');

-- Amount and rate of an investment are fixed; it ends once.
CREATE OR REPLACE FUNCTION guard_investment() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.status <> 'active' OR NEW.status = 'active'
     OR (NEW.id, NEW.user_id, NEW.product_id, NEW.account_id, NEW.amount_cents, NEW.annual_rate, NEW.expected_return_cents,
         NEW.start_on, NEW.maturity_on, NEW.created_at)
       IS DISTINCT FROM
        (OLD.id, OLD.user_id, OLD.product_id, OLD.account_id, OLD.amount_cents, OLD.annual_rate, OLD.expected_return_cents,
         OLD.start_on, OLD.maturity_on, OLD.created_at) THEN
    RAISE EXCEPTION 'investment.fixed' USING ERRCODE = 'VB001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER investments_fixed BEFORE UPDATE OR DELETE ON investments FOR EACH ROW EXECUTE FUNCTION guard_investment();
CREATE TRIGGER investments_no_truncate BEFORE TRUNCATE ON investments FOR EACH STATEMENT EXECUTE FUNCTION guard_frozen('investment.fixed');

-- A proposal's request is fixed and its decision final. An instalment's terms are fixed, and it stays paid.
CREATE OR REPLACE FUNCTION guard_proposal() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE'
     OR (NEW.id, NEW.user_id, NEW.amount_cents, NEW.term_months, NEW.created_at)
       IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.amount_cents, OLD.term_months, OLD.created_at)
     OR (OLD.status IN ('rejected', 'cancelled') AND NEW.status <> OLD.status)
     OR (OLD.status NOT IN ('pending', 'under_analysis') AND NEW.status IN ('pending', 'under_analysis'))
     OR (OLD.paid_out_on IS NOT NULL
         AND (NEW.paid_out_on, NEW.interest_rate) IS DISTINCT FROM (OLD.paid_out_on, OLD.interest_rate)) THEN
    RAISE EXCEPTION 'credit.fixed' USING ERRCODE = 'VB001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER credit_proposals_fixed BEFORE UPDATE OR DELETE ON credit_proposals FOR EACH ROW EXECUTE FUNCTION guard_proposal();
CREATE TRIGGER credit_proposals_no_truncate BEFORE TRUNCATE ON credit_proposals FOR EACH STATEMENT EXECUTE FUNCTION guard_frozen('credit.fixed');

CREATE OR REPLACE FUNCTION guard_instalment() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF OLD.paid_on IS NOT NULL THEN
    RAISE EXCEPTION 'credit.fixed' USING ERRCODE = 'VB001';
  END IF;
  IF TG_OP = 'DELETE' THEN
    RETURN OLD;
  END IF;
  IF (NEW.id, NEW.proposal_id, NEW.number, NEW.amount_cents, NEW.principal_cents)
       IS DISTINCT FROM (OLD.id, OLD.proposal_id, OLD.number, OLD.amount_cents, OLD.principal_cents) THEN
    RAISE EXCEPTION 'credit.fixed' USING ERRCODE = 'VB001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER instalments_fixed BEFORE UPDATE OR DELETE ON instalments FOR EACH ROW EXECUTE FUNCTION guard_instalment();
CREATE TRIGGER instalments_no_truncate BEFORE TRUNCATE ON instalments FOR EACH STATEMENT EXECUTE FUNCTION guard_frozen('credit.fixed');

-- A payment's request is fixed. Its state only moves forward (src-server/domain/protection/intent.ts), and it gets its transaction
-- once: its own, or one that is no other payment's.
CREATE TRIGGER payment_intents_new BEFORE INSERT ON payment_intents FOR EACH ROW
  WHEN (NEW.state IN ('failed', 'cancelled', 'returned') OR NEW.transaction_id <> NEW.id)
  EXECUTE FUNCTION guard_frozen('payment.fixed');
CREATE OR REPLACE FUNCTION guard_payment_intents_one() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM added JOIN payment_intents AS other ON other.transaction_id = added.id
              WHERE other.transaction_id <> other.id) THEN
    RAISE EXCEPTION 'payment.fixed' USING ERRCODE = 'VB001';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER payment_intents_one AFTER INSERT ON payment_intents REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION guard_payment_intents_one();
CREATE OR REPLACE FUNCTION guard_payment_intent() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE'
     OR (NEW.id, NEW.user_id, NEW.account_id, NEW.kind, NEW.target, NEW.amount_cents, NEW.execute_at, NEW.method, NEW.access_id,
         NEW.confirmation_id, NEW.own_period, NEW.rules, NEW.signals, NEW.created_at)
       IS DISTINCT FROM
        (OLD.id, OLD.user_id, OLD.account_id, OLD.kind, OLD.target, OLD.amount_cents, OLD.execute_at, OLD.method, OLD.access_id,
         OLD.confirmation_id, OLD.own_period, OLD.rules, OLD.signals, OLD.created_at)
     OR (OLD.transaction_id IS NOT NULL AND NEW.transaction_id IS DISTINCT FROM OLD.transaction_id)
     OR (NEW.transaction_id IS DISTINCT FROM OLD.transaction_id AND NEW.transaction_id <> NEW.id
         AND EXISTS (SELECT 1 FROM payment_intents WHERE id = NEW.transaction_id))
     OR NOT (CASE OLD.state
         WHEN 'draft' THEN NEW.state IN ('scheduled', 'held', 'executing', 'done', 'cancelled')
         WHEN 'scheduled' THEN NEW.state IN ('held', 'executing', 'done', 'failed', 'cancelled')
         WHEN 'held' THEN NEW.state IN ('executing', 'done', 'failed', 'cancelled')
         WHEN 'executing' THEN NEW.state IN ('done', 'failed')
         WHEN 'done' THEN NEW.state = 'returned'
         ELSE false END) THEN
    RAISE EXCEPTION 'payment.fixed' USING ERRCODE = 'VB001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_intents_fixed BEFORE UPDATE OR DELETE ON payment_intents FOR EACH ROW EXECUTE FUNCTION guard_payment_intent();
CREATE TRIGGER payment_intents_no_truncate BEFORE TRUNCATE ON payment_intents FOR EACH STATEMENT EXECUTE FUNCTION guard_frozen('payment.fixed');

-- An order's request is fixed. Once concluded it changes only when the provider returns the money.
CREATE OR REPLACE FUNCTION guard_payment_order() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.status IN ('failed', 'returned')
     OR (OLD.status = 'done' AND NEW.status <> 'returned') OR (NEW.status = 'returned' AND OLD.status <> 'done')
     OR (NEW.transaction_id, NEW.user_id, NEW.kind, NEW.amount_cents, NEW.target, NEW.target_type, NEW.created_at,
         NEW.incoming_id, NEW.return_reason, NEW.return_text, NEW.payload, NEW.txid, NEW.intent_id)
       IS DISTINCT FROM
        (OLD.transaction_id, OLD.user_id, OLD.kind, OLD.amount_cents, OLD.target, OLD.target_type, OLD.created_at,
         OLD.incoming_id, OLD.return_reason, OLD.return_text, OLD.payload, OLD.txid, OLD.intent_id)
     OR (OLD.provider_id IS NOT NULL AND NEW.provider_id IS DISTINCT FROM OLD.provider_id) THEN
    RAISE EXCEPTION 'pix.fixed' USING ERRCODE = 'VB001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_orders_fixed BEFORE UPDATE OR DELETE ON payment_orders FOR EACH ROW EXECUTE FUNCTION guard_payment_order();
CREATE TRIGGER payment_orders_no_truncate BEFORE TRUNCATE ON payment_orders FOR EACH STATEMENT EXECUTE FUNCTION guard_frozen('pix.fixed');
-- It executes a payment of its customer, kind and amount, which has this transaction, or none yet: one that was reserved gets it in the
-- same commit.
CREATE OR REPLACE FUNCTION guard_order_payment() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM payment_intents AS payment
     WHERE payment.id = NEW.intent_id AND payment.user_id = NEW.user_id AND payment.amount_cents = NEW.amount_cents
       AND coalesce(payment.transaction_id, NEW.transaction_id) = NEW.transaction_id
       AND CASE WHEN NEW.kind = 'pix' THEN payment.kind IN ('pix_person', 'pix_company') ELSE payment.kind = NEW.kind END) THEN
    RAISE EXCEPTION 'pix.payment' USING ERRCODE = 'VB001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_orders_payment BEFORE INSERT ON payment_orders FOR EACH ROW EXECUTE FUNCTION guard_order_payment();

-- No more of a PIX goes back than came, to whoever paid it, and nothing of one that was taken back or came back itself.
CREATE OR REPLACE FUNCTION guard_pix_return() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  received incoming_payments;
BEGIN
  SELECT * INTO received FROM incoming_payments WHERE provider_id = NEW.incoming_id FOR NO KEY UPDATE;
  IF received.user_id IS DISTINCT FROM NEW.user_id OR received.is_return
     OR EXISTS (SELECT 1 FROM transactions WHERE reverses_id = received.transaction_id)
     OR received.amount_cents < NEW.amount_cents + (
       SELECT coalesce(sum(amount_cents), 0) FROM payment_orders
        WHERE incoming_id = NEW.incoming_id AND status NOT IN ('failed', 'returned')) THEN
    RAISE EXCEPTION 'pix.returned' USING ERRCODE = 'VB001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_orders_return BEFORE INSERT ON payment_orders FOR EACH ROW
  WHEN (NEW.incoming_id IS NOT NULL) EXECUTE FUNCTION guard_pix_return();
CREATE TRIGGER incoming_payments_no_change BEFORE UPDATE OR DELETE ON incoming_payments FOR EACH ROW EXECUTE FUNCTION guard_frozen('pix.fixed');
CREATE TRIGGER incoming_payments_no_truncate BEFORE TRUNCATE ON incoming_payments FOR EACH STATEMENT EXECUTE FUNCTION guard_frozen('pix.fixed');

-- A covered payment's request is fixed. Its state only moves forward, and it ends once.
CREATE OR REPLACE FUNCTION guard_covered_payment() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.status IN ('done', 'failed') OR (OLD.status = 'paying' AND NEW.status = 'covering')
     OR (NEW.cover_id, NEW.user_id, NEW.kind, NEW.amount_cents, NEW.cover_cents, NEW.request, NEW.payment_key, NEW.asked_by,
         NEW.access_id, NEW.created_at)
       IS DISTINCT FROM
        (OLD.cover_id, OLD.user_id, OLD.kind, OLD.amount_cents, OLD.cover_cents, OLD.request, OLD.payment_key, OLD.asked_by,
         OLD.access_id, OLD.created_at)
     OR (OLD.order_id IS NOT NULL AND NEW.order_id IS DISTINCT FROM OLD.order_id) THEN
    RAISE EXCEPTION 'payment.fixed' USING ERRCODE = 'VB001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER covered_payments_fixed BEFORE UPDATE OR DELETE ON covered_payments FOR EACH ROW EXECUTE FUNCTION guard_covered_payment();
CREATE TRIGGER covered_payments_no_truncate BEFORE TRUNCATE ON covered_payments FOR EACH STATEMENT EXECUTE FUNCTION guard_frozen('payment.fixed');

-- What is charged is fixed. Once paid, or refused by the provider, a charge stays so; one that is over can only be paid.
CREATE TRIGGER charges_new BEFORE INSERT ON charges FOR EACH ROW WHEN (NEW.status <> 'making')
  EXECUTE FUNCTION guard_frozen('charge.fixed');
CREATE OR REPLACE FUNCTION guard_charge() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE'
     OR (NEW.id, NEW.public_id, NEW.user_id, NEW.kind, NEW.amount_cents, NEW.description, NEW.ends_at, NEW.due_on,
         NEW.valid_days, NEW.terms, NEW.created_at)
       IS DISTINCT FROM
        (OLD.id, OLD.public_id, OLD.user_id, OLD.kind, OLD.amount_cents, OLD.description, OLD.ends_at, OLD.due_on,
         OLD.valid_days, OLD.terms, OLD.created_at)
     OR (OLD.provider_id IS NOT NULL AND NEW.provider_id IS DISTINCT FROM OLD.provider_id)
     OR (OLD.payload IS NOT NULL AND NEW.payload IS DISTINCT FROM OLD.payload)
     OR (OLD.txid IS NOT NULL AND NEW.txid IS DISTINCT FROM OLD.txid)
     OR (OLD.status IN ('paid', 'failed') AND NEW.status <> OLD.status)
     OR (OLD.status IN ('expired', 'cancelled') AND NEW.status NOT IN (OLD.status, 'paid'))
     OR (OLD.status = 'open' AND NEW.status IN ('making', 'failed'))
     OR (NEW.status = 'paid' AND NOT EXISTS (SELECT 1 FROM charge_payments WHERE charge_id = NEW.id)) THEN
    RAISE EXCEPTION 'charge.fixed' USING ERRCODE = 'VB001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER charges_fixed BEFORE UPDATE OR DELETE ON charges FOR EACH ROW EXECUTE FUNCTION guard_charge();
CREATE TRIGGER charges_no_truncate BEFORE TRUNCATE ON charges FOR EACH STATEMENT EXECUTE FUNCTION guard_frozen('charge.fixed');
-- A payment belongs to a charge of whoever received it, and is as it was booked.
CREATE OR REPLACE FUNCTION guard_charge_payment() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM charges AS charge
     WHERE charge.id = NEW.charge_id AND (charge.user_id, NEW.transaction_id, NEW.amount_cents) IN (
       SELECT user_id, transaction_id, amount_cents FROM incoming_payments WHERE provider_id = NEW.provider_id
        UNION ALL SELECT user_id, transaction_id, amount_cents FROM held_payments WHERE provider_id = NEW.provider_id)) THEN
    RAISE EXCEPTION 'charge.payment' USING ERRCODE = 'VB001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER charge_payments_own BEFORE INSERT ON charge_payments FOR EACH ROW EXECUTE FUNCTION guard_charge_payment();
CREATE TRIGGER charge_payments_no_change BEFORE UPDATE OR DELETE ON charge_payments FOR EACH ROW EXECUTE FUNCTION guard_frozen('charge.fixed');
CREATE TRIGGER charge_payments_no_truncate BEFORE TRUNCATE ON charge_payments FOR EACH STATEMENT EXECUTE FUNCTION guard_frozen('charge.fixed');

-- A held payment is fixed but for its decision. Once released it changes only when the provider refunds it.
CREATE OR REPLACE FUNCTION guard_held_payment() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.status = 'returned' OR (OLD.status = 'released' AND NEW.status <> 'returned')
     OR (NEW.transaction_id, NEW.provider_id, NEW.user_id, NEW.amount_cents, NEW.payer_name, NEW.payer_document,
         NEW.end_to_end_id, NEW.created_at, NEW.is_return, NEW.order_id)
       IS DISTINCT FROM
        (OLD.transaction_id, OLD.provider_id, OLD.user_id, OLD.amount_cents, OLD.payer_name, OLD.payer_document,
         OLD.end_to_end_id, OLD.created_at, OLD.is_return, OLD.order_id) THEN
    RAISE EXCEPTION 'pix.fixed' USING ERRCODE = 'VB001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER held_payments_fixed BEFORE UPDATE OR DELETE ON held_payments FOR EACH ROW EXECUTE FUNCTION guard_held_payment();
CREATE TRIGGER held_payments_no_truncate BEFORE TRUNCATE ON held_payments FOR EACH STATEMENT EXECUTE FUNCTION guard_frozen('pix.fixed');

-- A claim of a key is of one key, customer and kind, only goes forward, and ends once.
CREATE OR REPLACE FUNCTION guard_key_claim() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  -- It names a telephone or an e-mail, which the bank does not keep of whoever has left.
  IF TG_OP = 'DELETE' AND OLD.concluded_at IS NOT NULL
     AND EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND closed_at IS NOT NULL) THEN
    RETURN OLD;
  END IF;
  IF TG_OP = 'DELETE' OR OLD.concluded_at IS NOT NULL
     OR (NEW.id, NEW.user_id, NEW.role, NEW.kind, NEW.key, NEW.key_type, NEW.created_at)
       IS DISTINCT FROM (OLD.id, OLD.user_id, OLD.role, OLD.kind, OLD.key, OLD.key_type, OLD.created_at)
     OR (OLD.provider_id IS NOT NULL AND NEW.provider_id IS DISTINCT FROM OLD.provider_id)
     OR (NEW.status = 'asked' AND OLD.status <> 'asked') OR (NEW.status = 'waiting' AND OLD.status = 'confirmed') THEN
    RAISE EXCEPTION 'pix.fixed' USING ERRCODE = 'VB001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER key_claims_fixed BEFORE UPDATE OR DELETE ON key_claims FOR EACH ROW EXECUTE FUNCTION guard_key_claim();
CREATE TRIGGER key_claims_no_truncate BEFORE TRUNCATE ON key_claims FOR EACH STATEMENT EXECUTE FUNCTION guard_frozen('pix.fixed');

-- A review is decided once.
CREATE OR REPLACE FUNCTION guard_payment_review() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.status <> 'pending'
     OR (NEW.transaction_id, NEW.reasons, NEW.score, NEW.created_at)
       IS DISTINCT FROM (OLD.transaction_id, OLD.reasons, OLD.score, OLD.created_at) THEN
    RAISE EXCEPTION 'protection.append_only' USING ERRCODE = 'VB001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payment_reviews_fixed BEFORE UPDATE OR DELETE ON payment_reviews FOR EACH ROW EXECUTE FUNCTION guard_payment_review();
CREATE TRIGGER payment_reviews_no_truncate BEFORE TRUNCATE ON payment_reviews FOR EACH STATEMENT EXECUTE FUNCTION guard_frozen('protection.append_only');

-- A payment that waits is fixed, and ends once.
CREATE OR REPLACE FUNCTION guard_waiting_payment() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.status <> 'waiting'
     OR (NEW.transaction_id, NEW.user_id, NEW.kind, NEW.payee_name, NEW.payee_document, NEW.request)
       IS DISTINCT FROM
        (OLD.transaction_id, OLD.user_id, OLD.kind, OLD.payee_name, OLD.payee_document, OLD.request) THEN
    RAISE EXCEPTION 'protection.append_only' USING ERRCODE = 'VB001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER waiting_payments_fixed BEFORE UPDATE OR DELETE ON waiting_payments FOR EACH ROW EXECUTE FUNCTION guard_waiting_payment();
CREATE TRIGGER waiting_payments_no_truncate BEFORE TRUNCATE ON waiting_payments FOR EACH STATEMENT EXECUTE FUNCTION guard_frozen('protection.append_only');
