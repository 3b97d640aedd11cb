CREATE TABLE "payment_intents" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"account_id" text NOT NULL,
	"kind" text NOT NULL,
	"target" text,
	"amount_cents" bigint NOT NULL,
	"execute_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"transaction_id" text,
	"method" text,
	"access_id" text,
	"confirmation_id" text,
	"own_period" text,
	"rules" text,
	"signals" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"concluded_at" timestamp (3) with time zone,
	CONSTRAINT "payment_intents_kind_one_of" CHECK ("payment_intents"."kind" in ('pix_person', 'pix_company', 'transfer', 'boleto', 'move_in', 'move_out', 'return')),
	CONSTRAINT "payment_intents_state_one_of" CHECK ("payment_intents"."state" in ('draft', 'scheduled', 'held', 'executing', 'done', 'failed', 'cancelled', 'returned')),
	CONSTRAINT "payment_intents_method_one_of" CHECK ("payment_intents"."method" in ('session', 'token', 'trusted', 'email', 'app', 'passkey')),
	CONSTRAINT "payment_intents_amount" CHECK ("payment_intents"."amount_cents" > 0),
	CONSTRAINT "payment_intents_paid" CHECK ("payment_intents"."state" = 'failed' or ("payment_intents"."state" in ('executing', 'done', 'returned')) = ("payment_intents"."transaction_id" is not null)),
	CONSTRAINT "payment_intents_concluded" CHECK (("payment_intents"."state" in ('done', 'failed', 'cancelled', 'returned')) = ("payment_intents"."concluded_at" is not null)),
	CONSTRAINT "payment_intents_authorised" CHECK (("payment_intents"."method" is null) = ("payment_intents"."rules" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "payment_intents_transaction" ON "payment_intents" USING btree ("transaction_id") WHERE transaction_id <> id;
--> statement-breakpoint
-- Every payment has one row: those that were reserved first, then orders, then transfers under the rules. What they were authorised by
-- goes with them; a reserved payment had a second authorisation when it was made, which said the same.
INSERT INTO payment_intents (id, user_id, account_id, kind, target, amount_cents, execute_at, state, transaction_id, method, access_id,
  confirmation_id, own_period, rules, signals, created_at, concluded_at)
SELECT w.transaction_id, w.user_id, w.account_id,
  coalesce(a.kind, CASE WHEN w.kind <> 'pix' THEN w.kind
    WHEN length(replace(replace(replace(w.payee_document, '.', ''), '-', ''), '/', '')) = 14 THEN 'pix_company' ELSE 'pix_person' END),
  w.target, w.amount_cents, w.release_at,
  CASE WHEN w.status = 'waiting' THEN 'held' WHEN w.status = 'undone' THEN 'cancelled' WHEN w.status = 'refused' THEN 'failed'
    WHEN o.status IN ('reserved', 'sending', 'processing') THEN 'executing' WHEN o.status IS NOT NULL THEN o.status
    WHEN back.id IS NOT NULL THEN 'returned' ELSE 'done' END,
  w.payment_id, a.method, a.access_id, a.confirmation_id, a.own_period, a.rules, a.signals, w.created_at,
  CASE WHEN o.transaction_id IS NOT NULL THEN o.concluded_at ELSE coalesce(back.created_at, w.concluded_at) END
FROM waiting_payments w
LEFT JOIN payment_authorisations a ON a.transaction_id = w.transaction_id
LEFT JOIN payment_orders o ON o.transaction_id = w.payment_id
LEFT JOIN transactions back ON back.reverses_id = w.payment_id;
--> statement-breakpoint
INSERT INTO payment_intents (id, user_id, account_id, kind, target, amount_cents, execute_at, state, transaction_id, method, access_id,
  confirmation_id, own_period, rules, signals, created_at, concluded_at)
SELECT o.transaction_id, o.user_id,
  (SELECT e.account_id FROM entries e WHERE e.transaction_id = o.transaction_id AND e.amount_cents < 0 ORDER BY e.account_id LIMIT 1),
  coalesce(a.kind, CASE WHEN o.kind <> 'pix' THEN o.kind
    WHEN o.target_type = 'CNPJ'
      OR length(replace(replace(replace(o.payee_document, '.', ''), '-', ''), '/', '')) = 14 THEN 'pix_company' ELSE 'pix_person' END),
  coalesce(o.incoming_id, o.target), o.amount_cents, o.created_at,
  CASE WHEN o.status IN ('reserved', 'sending', 'processing') THEN 'executing' ELSE o.status END,
  o.transaction_id, a.method, a.access_id, a.confirmation_id, a.own_period, a.rules, a.signals, o.created_at, o.concluded_at
FROM payment_orders o
LEFT JOIN payment_authorisations a ON a.transaction_id = o.transaction_id
WHERE o.transaction_id NOT IN (SELECT payment_id FROM waiting_payments WHERE payment_id IS NOT NULL);
--> statement-breakpoint
INSERT INTO payment_intents (id, user_id, account_id, kind, target, amount_cents, execute_at, state, transaction_id, method, access_id,
  confirmation_id, own_period, rules, signals, created_at, concluded_at)
SELECT a.transaction_id, a.user_id,
  (SELECT e.account_id FROM entries e WHERE e.transaction_id = a.transaction_id AND e.amount_cents < 0 ORDER BY e.account_id LIMIT 1),
  a.kind,
  (SELECT accounts.account_number FROM entries e JOIN accounts ON accounts.id = e.account_id
    WHERE e.transaction_id = a.transaction_id AND e.amount_cents > 0 ORDER BY e.account_id LIMIT 1),
  a.amount_cents, a.created_at, CASE WHEN back.id IS NULL THEN 'done' ELSE 'returned' END,
  a.transaction_id, a.method, a.access_id, a.confirmation_id, a.own_period, a.rules, a.signals, a.created_at,
  coalesce(back.created_at, a.created_at)
FROM payment_authorisations a
LEFT JOIN transactions back ON back.reverses_id = a.transaction_id
WHERE a.transaction_id NOT IN (SELECT id FROM payment_intents)
  AND a.transaction_id NOT IN (SELECT payment_id FROM waiting_payments WHERE payment_id IS NOT NULL);
--> statement-breakpoint
DROP TABLE "payment_authorisations";
--> statement-breakpoint
ALTER TABLE "waiting_payments" DROP CONSTRAINT "waiting_payments_transaction_id_transactions_id_fk";
--> statement-breakpoint
ALTER TABLE "covered_payments" DROP CONSTRAINT "covered_payments_cover_id_transactions_id_fk";
--> statement-breakpoint
ALTER TABLE "covered_payments" DROP CONSTRAINT "covered_payments_return_id_transactions_id_fk";
--> statement-breakpoint
ALTER TABLE "payment_orders" ADD COLUMN "intent_id" text;
--> statement-breakpoint
UPDATE payment_orders SET intent_id = coalesce((SELECT released.id FROM payment_intents released
  WHERE released.transaction_id = payment_orders.transaction_id AND released.transaction_id <> released.id), transaction_id);
--> statement-breakpoint
ALTER TABLE "payment_orders" ALTER COLUMN "intent_id" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "payment_intents" ADD CONSTRAINT "payment_intents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payment_intents" ADD CONSTRAINT "payment_intents_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payment_intents" ADD CONSTRAINT "payment_intents_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payment_intents" ADD CONSTRAINT "payment_intents_confirmation_id_confirmations_id_fk" FOREIGN KEY ("confirmation_id") REFERENCES "public"."confirmations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "payment_intents_confirmation" ON "payment_intents" USING btree ("confirmation_id") WHERE confirmation_id is not null;
--> statement-breakpoint
ALTER TABLE "waiting_payments" ADD CONSTRAINT "waiting_payments_transaction_id_payment_intents_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."payment_intents"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payment_orders" ADD CONSTRAINT "payment_orders_intent_id_payment_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."payment_intents"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "covered_payments" ADD CONSTRAINT "covered_payments_cover_id_payment_intents_id_fk" FOREIGN KEY ("cover_id") REFERENCES "public"."payment_intents"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "covered_payments" ADD CONSTRAINT "covered_payments_return_id_payment_intents_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."payment_intents"("id") ON DELETE no action ON UPDATE no action;
