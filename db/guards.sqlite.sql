-- The bank's guards on SQLite: every trigger, recreated after every migration (db/migrate-sqlite.ts).
-- Error texts: db/error.ts. They need recursive_triggers=ON; without it INSERT OR REPLACE deletes rows without firing
-- triggers. Same rules as db/guards.postgres.sql.

-- Append-only tables.
CREATE TRIGGER entries_no_update BEFORE UPDATE ON entries BEGIN
  SELECT RAISE(ABORT, 'ledger.append_only');
END;
CREATE TRIGGER entries_no_delete BEFORE DELETE ON entries BEGIN
  SELECT RAISE(ABORT, 'ledger.append_only');
END;
CREATE TRIGGER transactions_no_update BEFORE UPDATE ON transactions BEGIN
  SELECT RAISE(ABORT, 'ledger.append_only');
END;
CREATE TRIGGER transactions_no_delete BEFORE DELETE ON transactions BEGIN
  SELECT RAISE(ABORT, 'ledger.append_only');
END;
CREATE TRIGGER idempotency_no_update BEFORE UPDATE ON idempotency BEGIN
  SELECT RAISE(ABORT, 'ledger.append_only');
END;
CREATE TRIGGER idempotency_no_delete BEFORE DELETE ON idempotency BEGIN
  SELECT RAISE(ABORT, 'ledger.append_only');
END;
CREATE TRIGGER audit_log_no_update BEFORE UPDATE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'audit.append_only');
END;
CREATE TRIGGER audit_log_no_delete BEFORE DELETE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'audit.append_only');
END;
CREATE TRIGGER documents_no_update BEFORE UPDATE ON documents BEGIN
  SELECT RAISE(ABORT, 'document.append_only');
END;
CREATE TRIGGER documents_no_delete BEFORE DELETE ON documents BEGIN
  SELECT RAISE(ABORT, 'document.append_only');
END;
CREATE TRIGGER limit_rules_no_update BEFORE UPDATE ON limit_rules BEGIN
  SELECT RAISE(ABORT, 'protection.append_only');
END;
CREATE TRIGGER limit_rules_no_delete BEFORE DELETE ON limit_rules BEGIN
  SELECT RAISE(ABORT, 'protection.append_only');
END;
CREATE TRIGGER limit_cancellations_no_update BEFORE UPDATE ON limit_cancellations BEGIN
  SELECT RAISE(ABORT, 'protection.append_only');
END;
CREATE TRIGGER limit_cancellations_no_delete BEFORE DELETE ON limit_cancellations BEGIN
  SELECT RAISE(ABORT, 'protection.append_only');
END;
CREATE TRIGGER refused_payments_no_update BEFORE UPDATE ON refused_payments BEGIN
  SELECT RAISE(ABORT, 'protection.append_only');
END;
CREATE TRIGGER refused_payments_no_delete BEFORE DELETE ON refused_payments BEGIN
  SELECT RAISE(ABORT, 'protection.append_only');
END;
CREATE TRIGGER signal_rules_no_update BEFORE UPDATE ON signal_rules BEGIN
  SELECT RAISE(ABORT, 'protection.append_only');
END;
CREATE TRIGGER signal_rules_no_delete BEFORE DELETE ON signal_rules BEGIN
  SELECT RAISE(ABORT, 'protection.append_only');
END;

-- A review is decided once.
CREATE TRIGGER payment_reviews_fixed BEFORE UPDATE ON payment_reviews BEGIN
  SELECT RAISE(ABORT, 'protection.append_only')
   WHERE OLD.status <> 'pending' OR NEW.transaction_id IS NOT OLD.transaction_id OR NEW.reasons IS NOT OLD.reasons
      OR NEW.score IS NOT OLD.score OR NEW.created_at IS NOT OLD.created_at;
END;
CREATE TRIGGER payment_reviews_no_delete BEFORE DELETE ON payment_reviews BEGIN
  SELECT RAISE(ABORT, 'protection.append_only');
END;

-- A payment that waits is fixed, and ends once.
CREATE TRIGGER waiting_payments_fixed BEFORE UPDATE ON waiting_payments BEGIN
  SELECT RAISE(ABORT, 'protection.append_only')
   WHERE OLD.status <> 'waiting'
      OR NEW.transaction_id IS NOT OLD.transaction_id OR NEW.user_id IS NOT OLD.user_id OR NEW.kind IS NOT OLD.kind
      OR NEW.payee_name IS NOT OLD.payee_name OR NEW.payee_document IS NOT OLD.payee_document
      OR NEW.request IS NOT OLD.request;
END;
CREATE TRIGGER waiting_payments_no_delete BEFORE DELETE ON waiting_payments BEGIN
  SELECT RAISE(ABORT, 'protection.append_only');
END;

-- A claim of a key is of one key, customer and kind, only goes forward, and ends once.
CREATE TRIGGER key_claims_fixed BEFORE UPDATE ON key_claims BEGIN
  SELECT RAISE(ABORT, 'pix.fixed')
   WHERE OLD.concluded_at IS NOT NULL
      OR NEW.id IS NOT OLD.id OR NEW.user_id IS NOT OLD.user_id OR NEW.role IS NOT OLD.role OR NEW.kind IS NOT OLD.kind
      OR NEW.key IS NOT OLD.key OR NEW.key_type IS NOT OLD.key_type OR NEW.created_at IS NOT OLD.created_at
      OR (OLD.provider_id IS NOT NULL AND NEW.provider_id IS NOT OLD.provider_id)
      OR (NEW.status = 'asked' AND OLD.status <> 'asked') OR (NEW.status = 'waiting' AND OLD.status = 'confirmed');
END;
-- It names a telephone or an e-mail, which the bank does not keep of whoever has left.
CREATE TRIGGER key_claims_no_delete BEFORE DELETE ON key_claims
WHEN OLD.concluded_at IS NULL OR EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND closed_at IS NULL) BEGIN
  SELECT RAISE(ABORT, 'pix.fixed');
END;

-- An entry must have the next number, balance and sum of credits, respect the floor, and belong to an unsealed
-- transaction.
CREATE TRIGGER entries_chain BEFORE INSERT ON entries BEGIN
  SELECT RAISE(ABORT, 'ledger.account') WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE id = NEW.account_id);
  SELECT RAISE(ABORT, 'ledger.sealed') WHERE EXISTS (SELECT 1 FROM transactions WHERE id = NEW.transaction_id);
  SELECT CASE
      WHEN NEW.seq <> p.seq + 1
        OR NEW.balance_after_cents <> p.balance + NEW.amount_cents
        OR NEW.credits_after_cents <> p.credits + max(NEW.amount_cents, 0) THEN RAISE(ABORT, 'ledger.chain')
      -- JavaScript cannot represent integers above 2^53 exactly.
      WHEN abs(NEW.balance_after_cents) > 9007199254740991
        OR NEW.credits_after_cents > 9007199254740991 THEN RAISE(ABORT, 'ledger.range')
    END
    FROM (
      SELECT coalesce(max(seq), 0) AS seq, coalesce(max(balance_after_cents), 0) AS balance,
             coalesce(max(credits_after_cents), 0) AS credits
        FROM (SELECT seq, balance_after_cents, credits_after_cents FROM entries
               WHERE account_id = NEW.account_id ORDER BY seq DESC LIMIT 1)
    ) AS p;
  SELECT RAISE(ABORT, 'ledger.floor')
    FROM accounts WHERE id = NEW.account_id AND NEW.amount_cents < 0 AND NEW.balance_after_cents < floor_cents;
END;

-- A transaction row seals its entries: at least two, with sum zero and the stated amount.
CREATE TRIGGER transactions_seal BEFORE INSERT ON transactions BEGIN
  SELECT CASE
      WHEN s.legs < 2 OR s.total <> 0 THEN RAISE(ABORT, 'ledger.unbalanced')
      WHEN s.moved <> NEW.amount_cents THEN RAISE(ABORT, 'ledger.amount')
    END
    FROM (
      SELECT count(*) AS legs, coalesce(sum(amount_cents), 0) AS total, coalesce(sum(max(amount_cents, 0)), 0) AS moved
        FROM entries WHERE transaction_id = NEW.id
    ) AS s;
END;

-- A reversal mirrors its original and cannot be reversed.
CREATE TRIGGER transactions_reversal BEFORE INSERT ON transactions
WHEN NEW.type = 'reversal' OR NEW.reverses_id IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'ledger.reversal')
   WHERE NEW.type <> 'reversal'
      OR NOT EXISTS (SELECT 1 FROM transactions WHERE id = NEW.reverses_id AND type <> 'reversal')
      OR EXISTS (
        SELECT account_id, sum(amount_cents) FROM entries WHERE transaction_id = NEW.id GROUP BY account_id
        EXCEPT
        SELECT account_id, -sum(amount_cents) FROM entries WHERE transaction_id = NEW.reverses_id GROUP BY account_id
      )
      OR EXISTS (
        SELECT account_id, -sum(amount_cents) FROM entries WHERE transaction_id = NEW.reverses_id GROUP BY account_id
        EXCEPT
        SELECT account_id, sum(amount_cents) FROM entries WHERE transaction_id = NEW.id GROUP BY account_id
      );
END;

-- An account's owner, number and kind are fixed; its floor too, after the first entry.
CREATE TRIGGER accounts_fixed BEFORE UPDATE ON accounts BEGIN
  SELECT RAISE(ABORT, 'ledger.account_fixed')
   WHERE NEW.id IS NOT OLD.id OR NEW.user_id IS NOT OLD.user_id OR NEW.bank_account IS NOT OLD.bank_account
      OR NEW.account_number IS NOT OLD.account_number OR NEW.account_type IS NOT OLD.account_type
      OR NEW.created_at IS NOT OLD.created_at;
  SELECT RAISE(ABORT, 'ledger.account_fixed')
   WHERE NEW.floor_cents IS NOT OLD.floor_cents AND EXISTS (SELECT 1 FROM entries WHERE account_id = OLD.id);
END;
CREATE TRIGGER accounts_no_delete BEFORE DELETE ON accounts BEGIN
  SELECT RAISE(ABORT, 'ledger.account_fixed')
   WHERE OLD.bank_account IS NOT NULL OR EXISTS (SELECT 1 FROM entries WHERE account_id = OLD.id);
END;

-- The first new audit row follows the head, each further one the row before it; the head moves to the last of them.
CREATE TRIGGER audit_log_chain BEFORE INSERT ON audit_log BEGIN
  SELECT RAISE(ABORT, 'audit.chain')
   WHERE NOT EXISTS (
     SELECT 1 FROM audit_head WHERE id = 1 AND (
       (seq + 1 = NEW.seq AND hash = NEW.previous_hash)
       OR (seq + 1 < NEW.seq
           AND EXISTS (SELECT 1 FROM audit_log WHERE seq = NEW.seq - 1 AND hash = NEW.previous_hash))));
END;
CREATE TRIGGER audit_head_advance BEFORE UPDATE ON audit_head BEGIN
  SELECT RAISE(ABORT, 'audit.chain')
   WHERE NEW.id <> OLD.id OR NEW.seq <= OLD.seq
      OR NOT EXISTS (SELECT 1 FROM audit_log WHERE seq = NEW.seq AND hash = NEW.hash)
      OR EXISTS (SELECT 1 FROM audit_log WHERE seq = NEW.seq + 1);
END;
CREATE TRIGGER audit_head_no_delete BEFORE DELETE ON audit_head BEGIN
  SELECT RAISE(ABORT, 'audit.append_only');
END;
CREATE TRIGGER audit_head_one_row BEFORE INSERT ON audit_head BEGIN
  SELECT RAISE(ABORT, 'audit.chain') WHERE NEW.id <> 1 OR EXISTS (SELECT 1 FROM audit_head);
END;

-- The clock offset never decreases; a day has 1440 minutes.
CREATE TRIGGER bank_clock_forward BEFORE UPDATE ON bank_clock BEGIN
  SELECT RAISE(ABORT, 'clock.backwards') WHERE NEW.id <> OLD.id
    OR NEW.offset_days * 1440 + NEW.offset_minutes < OLD.offset_days * 1440 + OLD.offset_minutes;
END;
CREATE TRIGGER bank_clock_no_delete BEFORE DELETE ON bank_clock BEGIN
  SELECT RAISE(ABORT, 'clock.backwards');
END;
CREATE TRIGGER bank_clock_one_row BEFORE INSERT ON bank_clock BEGIN
  SELECT RAISE(ABORT, 'clock.backwards') WHERE NEW.id <> 1 OR EXISTS (SELECT 1 FROM bank_clock);
END;

-- Messages are fixed; only their sending is recorded, which erases the text.
CREATE TRIGGER outbox_fixed BEFORE UPDATE ON outbox BEGIN
  SELECT RAISE(ABORT, 'outbox.fixed')
   WHERE NEW.id IS NOT OLD.id OR NEW.channel IS NOT OLD.channel OR NEW.kind IS NOT OLD.kind OR NEW.recipient IS NOT OLD.recipient
      OR NEW.subject IS NOT OLD.subject OR NEW.created_at IS NOT OLD.created_at
      OR ((NEW.text IS NOT OLD.text OR NEW.html IS NOT OLD.html)
          AND (NEW.sent_at IS NULL OR NEW.text <> '' OR NEW.html <> ''));
END;

-- A contract's content is fixed; a signature or cancellation is final.
CREATE TRIGGER contracts_fixed BEFORE UPDATE ON contracts BEGIN
  SELECT RAISE(ABORT, 'contract.fixed')
   WHERE OLD.status <> 'pending_signature'
      OR NEW.id IS NOT OLD.id OR NEW.user_id IS NOT OLD.user_id OR NEW.type IS NOT OLD.type
      OR NEW.related_id IS NOT OLD.related_id OR NEW.title IS NOT OLD.title OR NEW.content IS NOT OLD.content
      OR NEW.text_version IS NOT OLD.text_version OR NEW.content_sha256 IS NOT OLD.content_sha256
      OR NEW.created_at IS NOT OLD.created_at
      OR (NEW.status = 'signed') <> (NEW.signed_at IS NOT NULL AND NEW.evidence IS NOT NULL);
END;
CREATE TRIGGER contracts_no_delete BEFORE DELETE ON contracts BEGIN
  SELECT RAISE(ABORT, 'contract.fixed');
END;

-- Amount and rate of an investment are fixed; it ends once.
CREATE TRIGGER investments_fixed BEFORE UPDATE ON investments BEGIN
  SELECT RAISE(ABORT, 'investment.fixed')
   WHERE OLD.status <> 'active' OR NEW.status = 'active'
      OR NEW.id IS NOT OLD.id OR NEW.user_id IS NOT OLD.user_id OR NEW.product_id IS NOT OLD.product_id
      OR NEW.account_id IS NOT OLD.account_id OR NEW.amount_cents IS NOT OLD.amount_cents
      OR NEW.annual_rate IS NOT OLD.annual_rate OR NEW.expected_return_cents IS NOT OLD.expected_return_cents
      OR NEW.start_on IS NOT OLD.start_on OR NEW.maturity_on IS NOT OLD.maturity_on
      OR NEW.created_at IS NOT OLD.created_at;
END;
CREATE TRIGGER investments_no_delete BEFORE DELETE ON investments BEGIN
  SELECT RAISE(ABORT, 'investment.fixed');
END;

-- A proposal's request is fixed and its decision final. An instalment's terms are fixed, and it stays paid.
CREATE TRIGGER credit_proposals_fixed BEFORE UPDATE ON credit_proposals BEGIN
  SELECT RAISE(ABORT, 'credit.fixed')
   WHERE NEW.id IS NOT OLD.id OR NEW.user_id IS NOT OLD.user_id OR NEW.amount_cents IS NOT OLD.amount_cents
      OR NEW.term_months IS NOT OLD.term_months OR NEW.created_at IS NOT OLD.created_at
      OR (OLD.status IN ('rejected', 'cancelled') AND NEW.status IS NOT OLD.status)
      OR (OLD.status NOT IN ('pending', 'under_analysis') AND NEW.status IN ('pending', 'under_analysis'))
      OR (OLD.paid_out_on IS NOT NULL
          AND (NEW.paid_out_on IS NOT OLD.paid_out_on OR NEW.interest_rate IS NOT OLD.interest_rate));
END;
CREATE TRIGGER credit_proposals_no_delete BEFORE DELETE ON credit_proposals BEGIN
  SELECT RAISE(ABORT, 'credit.fixed');
END;
CREATE TRIGGER instalments_fixed BEFORE UPDATE ON instalments BEGIN
  SELECT RAISE(ABORT, 'credit.fixed')
   WHERE OLD.paid_on IS NOT NULL
      OR NEW.id IS NOT OLD.id OR NEW.proposal_id IS NOT OLD.proposal_id OR NEW.number IS NOT OLD.number
      OR NEW.amount_cents IS NOT OLD.amount_cents OR NEW.principal_cents IS NOT OLD.principal_cents;
END;
CREATE TRIGGER instalments_no_delete BEFORE DELETE ON instalments
WHEN OLD.paid_on IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'credit.fixed');
END;

-- A payment's request is fixed. Its state only moves forward (src-server/domain/protection/intent.ts), and it gets its transaction
-- once: its own, or one that is no other payment's. Not IN: from three words on SQLite makes a table of them for each statement.
CREATE TRIGGER payment_intents_new BEFORE INSERT ON payment_intents
WHEN NEW.state = 'failed' OR NEW.state = 'cancelled' OR NEW.state = 'returned' OR NEW.transaction_id <> NEW.id
  OR EXISTS (SELECT 1 FROM payment_intents WHERE transaction_id = NEW.id AND transaction_id <> id) BEGIN
  SELECT RAISE(ABORT, 'payment.fixed');
END;
CREATE TRIGGER payment_intents_fixed BEFORE UPDATE ON payment_intents BEGIN
  SELECT RAISE(ABORT, 'payment.fixed')
   WHERE NEW.id IS NOT OLD.id OR NEW.user_id IS NOT OLD.user_id OR NEW.account_id IS NOT OLD.account_id
      OR NEW.kind IS NOT OLD.kind OR NEW.target IS NOT OLD.target OR NEW.amount_cents IS NOT OLD.amount_cents
      OR NEW.execute_at IS NOT OLD.execute_at OR NEW.method IS NOT OLD.method OR NEW.access_id IS NOT OLD.access_id
      OR NEW.confirmation_id IS NOT OLD.confirmation_id OR NEW.own_period IS NOT OLD.own_period
      OR NEW.rules IS NOT OLD.rules OR NEW.signals IS NOT OLD.signals OR NEW.created_at IS NOT OLD.created_at
      OR (OLD.transaction_id IS NOT NULL AND NEW.transaction_id IS NOT OLD.transaction_id)
      OR (NEW.transaction_id IS NOT OLD.transaction_id AND NEW.transaction_id <> NEW.id
          AND EXISTS (SELECT 1 FROM payment_intents WHERE id = NEW.transaction_id))
      OR NOT CASE OLD.state
          WHEN 'draft' THEN NEW.state IN ('scheduled', 'held', 'executing', 'done', 'cancelled')
          WHEN 'scheduled' THEN NEW.state IN ('held', 'executing', 'done', 'failed', 'cancelled')
          WHEN 'held' THEN NEW.state IN ('executing', 'done', 'failed', 'cancelled')
          WHEN 'executing' THEN NEW.state IN ('done', 'failed')
          WHEN 'done' THEN NEW.state = 'returned'
          ELSE false END;
END;
CREATE TRIGGER payment_intents_no_delete BEFORE DELETE ON payment_intents BEGIN
  SELECT RAISE(ABORT, 'payment.fixed');
END;

-- An order's request is fixed. Once concluded it changes only when the provider returns the money.
CREATE TRIGGER payment_orders_fixed BEFORE UPDATE ON payment_orders BEGIN
  SELECT RAISE(ABORT, 'pix.fixed')
   WHERE OLD.status IN ('failed', 'returned') OR NEW.intent_id IS NOT OLD.intent_id
      OR (OLD.status = 'done' AND NEW.status <> 'returned') OR (NEW.status = 'returned' AND OLD.status <> 'done')
      OR NEW.transaction_id IS NOT OLD.transaction_id OR NEW.user_id IS NOT OLD.user_id OR NEW.kind IS NOT OLD.kind
      OR NEW.amount_cents IS NOT OLD.amount_cents OR NEW.target IS NOT OLD.target
      OR NEW.target_type IS NOT OLD.target_type OR NEW.created_at IS NOT OLD.created_at
      OR NEW.incoming_id IS NOT OLD.incoming_id OR NEW.return_reason IS NOT OLD.return_reason
      OR NEW.return_text IS NOT OLD.return_text
      OR NEW.payload IS NOT OLD.payload OR NEW.txid IS NOT OLD.txid
      OR (OLD.provider_id IS NOT NULL AND NEW.provider_id IS NOT OLD.provider_id);
END;
CREATE TRIGGER payment_orders_no_delete BEFORE DELETE ON payment_orders BEGIN
  SELECT RAISE(ABORT, 'pix.fixed');
END;
-- It executes a payment of its customer, kind and amount, which has this transaction, or none yet: one that was reserved gets it in the
-- same commit.
CREATE TRIGGER payment_orders_payment BEFORE INSERT ON payment_orders BEGIN
  SELECT RAISE(ABORT, 'pix.payment')
   WHERE NOT EXISTS (
     SELECT 1 FROM payment_intents AS payment
      WHERE payment.id = NEW.intent_id AND payment.user_id = NEW.user_id AND payment.amount_cents = NEW.amount_cents
        AND coalesce(payment.transaction_id, NEW.transaction_id) = NEW.transaction_id
        AND CASE WHEN NEW.kind = 'pix' THEN payment.kind IN ('pix_person', 'pix_company') ELSE payment.kind = NEW.kind END);
END;
-- No more of a PIX goes back than came, to whoever paid it, and nothing of one that was taken back or came back itself.
CREATE TRIGGER payment_orders_return BEFORE INSERT ON payment_orders WHEN NEW.incoming_id IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'pix.returned')
   WHERE NOT EXISTS (
     SELECT 1 FROM incoming_payments AS incoming
      WHERE incoming.provider_id = NEW.incoming_id AND incoming.user_id = NEW.user_id AND NOT incoming.is_return
        AND NOT EXISTS (SELECT 1 FROM transactions WHERE reverses_id = incoming.transaction_id)
        AND incoming.amount_cents >= NEW.amount_cents + (
          SELECT coalesce(sum(amount_cents), 0) FROM payment_orders
           WHERE incoming_id = NEW.incoming_id AND status NOT IN ('failed', 'returned')));
END;
CREATE TRIGGER incoming_payments_no_update BEFORE UPDATE ON incoming_payments BEGIN
  SELECT RAISE(ABORT, 'pix.fixed');
END;
CREATE TRIGGER incoming_payments_no_delete BEFORE DELETE ON incoming_payments BEGIN
  SELECT RAISE(ABORT, 'pix.fixed');
END;

-- A covered payment's request is fixed. Its state only moves forward, and it ends once.
CREATE TRIGGER covered_payments_fixed BEFORE UPDATE ON covered_payments BEGIN
  SELECT RAISE(ABORT, 'payment.fixed')
   WHERE OLD.status IN ('done', 'failed') OR (OLD.status = 'paying' AND NEW.status = 'covering')
      OR NEW.cover_id IS NOT OLD.cover_id OR NEW.user_id IS NOT OLD.user_id OR NEW.kind IS NOT OLD.kind
      OR NEW.amount_cents IS NOT OLD.amount_cents OR NEW.cover_cents IS NOT OLD.cover_cents
      OR NEW.request IS NOT OLD.request OR NEW.payment_key IS NOT OLD.payment_key
      OR NEW.asked_by IS NOT OLD.asked_by OR NEW.access_id IS NOT OLD.access_id
      OR NEW.created_at IS NOT OLD.created_at
      OR (OLD.order_id IS NOT NULL AND NEW.order_id IS NOT OLD.order_id);
END;
CREATE TRIGGER covered_payments_no_delete BEFORE DELETE ON covered_payments BEGIN
  SELECT RAISE(ABORT, 'payment.fixed');
END;

-- What is charged is fixed. Once paid, or refused by the provider, a charge stays so; one that is over can only be paid.
CREATE TRIGGER charges_new BEFORE INSERT ON charges WHEN NEW.status <> 'making' BEGIN
  SELECT RAISE(ABORT, 'charge.fixed');
END;
CREATE TRIGGER charges_fixed BEFORE UPDATE ON charges BEGIN
  SELECT RAISE(ABORT, 'charge.fixed')
   WHERE NEW.id IS NOT OLD.id OR NEW.public_id IS NOT OLD.public_id OR NEW.user_id IS NOT OLD.user_id
      OR NEW.kind IS NOT OLD.kind OR NEW.amount_cents IS NOT OLD.amount_cents
      OR NEW.description IS NOT OLD.description OR NEW.ends_at IS NOT OLD.ends_at OR NEW.due_on IS NOT OLD.due_on
      OR NEW.valid_days IS NOT OLD.valid_days OR NEW.terms IS NOT OLD.terms OR NEW.created_at IS NOT OLD.created_at
      OR (OLD.provider_id IS NOT NULL AND NEW.provider_id IS NOT OLD.provider_id)
      OR (OLD.payload IS NOT NULL AND NEW.payload IS NOT OLD.payload)
      OR (OLD.txid IS NOT NULL AND NEW.txid IS NOT OLD.txid)
      OR (OLD.status IN ('paid', 'failed') AND NEW.status <> OLD.status)
      OR (OLD.status IN ('expired', 'cancelled') AND NEW.status NOT IN (OLD.status, 'paid'))
      OR (OLD.status = 'open' AND NEW.status IN ('making', 'failed'))
      OR (NEW.status = 'paid' AND NOT EXISTS (SELECT 1 FROM charge_payments WHERE charge_id = NEW.id));
END;
CREATE TRIGGER charges_no_delete BEFORE DELETE ON charges BEGIN
  SELECT RAISE(ABORT, 'charge.fixed');
END;
-- A payment belongs to a charge of whoever received it, and is as it was booked.
CREATE TRIGGER charge_payments_own BEFORE INSERT ON charge_payments BEGIN
  SELECT RAISE(ABORT, 'charge.payment')
   WHERE NOT EXISTS (
     SELECT 1 FROM charges AS charge
      WHERE charge.id = NEW.charge_id AND (charge.user_id, NEW.transaction_id, NEW.amount_cents) IN (
        SELECT user_id, transaction_id, amount_cents FROM incoming_payments WHERE provider_id = NEW.provider_id
         UNION ALL SELECT user_id, transaction_id, amount_cents FROM held_payments WHERE provider_id = NEW.provider_id));
END;
CREATE TRIGGER charge_payments_no_update BEFORE UPDATE ON charge_payments BEGIN
  SELECT RAISE(ABORT, 'charge.fixed');
END;
CREATE TRIGGER charge_payments_no_delete BEFORE DELETE ON charge_payments BEGIN
  SELECT RAISE(ABORT, 'charge.fixed');
END;

-- A held payment is fixed but for its decision. Once released it changes only when the provider refunds it.
CREATE TRIGGER held_payments_fixed BEFORE UPDATE ON held_payments BEGIN
  SELECT RAISE(ABORT, 'pix.fixed')
   WHERE OLD.status = 'returned' OR (OLD.status = 'released' AND NEW.status <> 'returned')
      OR NEW.transaction_id IS NOT OLD.transaction_id OR NEW.provider_id IS NOT OLD.provider_id
      OR NEW.user_id IS NOT OLD.user_id OR NEW.amount_cents IS NOT OLD.amount_cents
      OR NEW.payer_name IS NOT OLD.payer_name OR NEW.payer_document IS NOT OLD.payer_document
      OR NEW.end_to_end_id IS NOT OLD.end_to_end_id OR NEW.created_at IS NOT OLD.created_at
      OR NEW.is_return IS NOT OLD.is_return OR NEW.order_id IS NOT OLD.order_id;
END;
CREATE TRIGGER held_payments_no_delete BEFORE DELETE ON held_payments BEGIN
  SELECT RAISE(ABORT, 'pix.fixed');
END;
