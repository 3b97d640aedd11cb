CREATE TABLE `payment_intents` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`account_id` text NOT NULL,
	`kind` text NOT NULL,
	`target` text,
	`amount_cents` integer NOT NULL,
	`execute_at` integer NOT NULL,
	`state` text NOT NULL,
	`transaction_id` text,
	`method` text,
	`access_id` text,
	`confirmation_id` text,
	`own_period` text,
	`rules` text,
	`signals` text,
	`created_at` integer NOT NULL,
	`concluded_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`transaction_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`confirmation_id`) REFERENCES `confirmations`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payment_intents_kind_one_of" CHECK("payment_intents"."kind" in ('pix_person', 'pix_company', 'transfer', 'boleto', 'move_in', 'move_out', 'return')),
	CONSTRAINT "payment_intents_state_one_of" CHECK("payment_intents"."state" in ('draft', 'scheduled', 'held', 'executing', 'done', 'failed', 'cancelled', 'returned')),
	CONSTRAINT "payment_intents_method_one_of" CHECK("payment_intents"."method" in ('session', 'token', 'trusted', 'email', 'app', 'passkey')),
	CONSTRAINT "payment_intents_amount" CHECK("payment_intents"."amount_cents" > 0),
	CONSTRAINT "payment_intents_paid" CHECK("payment_intents"."state" = 'failed' or ("payment_intents"."state" in ('executing', 'done', 'returned')) = ("payment_intents"."transaction_id" is not null)),
	CONSTRAINT "payment_intents_concluded" CHECK(("payment_intents"."state" in ('done', 'failed', 'cancelled', 'returned')) = ("payment_intents"."concluded_at" is not null)),
	CONSTRAINT "payment_intents_authorised" CHECK(("payment_intents"."method" is null) = ("payment_intents"."rules" is null))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_intents_transaction` ON `payment_intents` (`transaction_id`) WHERE transaction_id <> id;
--> statement-breakpoint
CREATE INDEX `payment_intents_confirmation` ON `payment_intents` (`confirmation_id`) WHERE confirmation_id is not null;
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
DROP TABLE `payment_authorisations`;
--> statement-breakpoint
PRAGMA foreign_keys=OFF;
--> statement-breakpoint
CREATE TABLE `__new_waiting_payments` (
	`transaction_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`account_id` text NOT NULL,
	`target` text NOT NULL,
	`payee_name` text,
	`payee_document` text,
	`request` text NOT NULL,
	`release_at` integer NOT NULL,
	`next_look_at` integer,
	`ended_by_id` text,
	`payment_id` text,
	`reason` text,
	`created_at` integer NOT NULL,
	`concluded_at` integer,
	FOREIGN KEY (`transaction_id`) REFERENCES `payment_intents`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`ended_by_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "waiting_payments_kind_one_of" CHECK("__new_waiting_payments"."kind" in ('transfer', 'pix', 'boleto')),
	CONSTRAINT "waiting_payments_status_one_of" CHECK("__new_waiting_payments"."status" in ('waiting', 'paid', 'undone', 'refused')),
	CONSTRAINT "waiting_payments_amount" CHECK("__new_waiting_payments"."amount_cents" > 0),
	CONSTRAINT "waiting_payments_concluded" CHECK(("__new_waiting_payments"."status" = 'waiting') = ("__new_waiting_payments"."concluded_at" is null) and ("__new_waiting_payments"."status" = 'waiting') = ("__new_waiting_payments"."ended_by_id" is null) and ("__new_waiting_payments"."status" = 'paid') = ("__new_waiting_payments"."payment_id" is not null))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_waiting_payments`("transaction_id", "user_id", "kind", "status", "amount_cents", "account_id", "target", "payee_name", "payee_document", "request", "release_at", "next_look_at", "ended_by_id", "payment_id", "reason", "created_at", "concluded_at") SELECT "transaction_id", "user_id", "kind", "status", "amount_cents", "account_id", "target", "payee_name", "payee_document", "request", "release_at", "next_look_at", "ended_by_id", "payment_id", "reason", "created_at", "concluded_at" FROM `waiting_payments`;
--> statement-breakpoint
DROP TABLE `waiting_payments`;
--> statement-breakpoint
ALTER TABLE `__new_waiting_payments` RENAME TO `waiting_payments`;
--> statement-breakpoint
CREATE INDEX `waiting_payments_user` ON `waiting_payments` (`user_id`,`transaction_id`);
--> statement-breakpoint
CREATE INDEX `waiting_payments_waiting` ON `waiting_payments` (`user_id`) WHERE status = 'waiting';
--> statement-breakpoint
CREATE INDEX `waiting_payments_due` ON `waiting_payments` (`next_look_at`) WHERE status = 'waiting';
--> statement-breakpoint
CREATE TABLE `__new_covered_payments` (
	`cover_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`cover_cents` integer NOT NULL,
	`request` text NOT NULL,
	`payment_key` text NOT NULL,
	`asked_by` text,
	`access_id` text,
	`answer` text,
	`order_id` text,
	`return_id` text,
	`fail_reason` text,
	`next_look_at` integer,
	`created_at` integer NOT NULL,
	`concluded_at` integer,
	FOREIGN KEY (`cover_id`) REFERENCES `payment_intents`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`return_id`) REFERENCES `payment_intents`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "covered_payments_kind_one_of" CHECK("__new_covered_payments"."kind" in ('transfer', 'boleto', 'pix', 'investment', 'instalments')),
	CONSTRAINT "covered_payments_status_one_of" CHECK("__new_covered_payments"."status" in ('covering', 'paying', 'done', 'failed')),
	CONSTRAINT "covered_payments_asked_by_one_of" CHECK("__new_covered_payments"."asked_by" in ('session', 'token')),
	CONSTRAINT "covered_payments_amount" CHECK("__new_covered_payments"."cover_cents" > 0 and "__new_covered_payments"."amount_cents" >= "__new_covered_payments"."cover_cents"),
	CONSTRAINT "covered_payments_concluded" CHECK(("__new_covered_payments"."status" in ('done', 'failed')) = ("__new_covered_payments"."concluded_at" is not null))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_covered_payments`("cover_id", "user_id", "kind", "status", "amount_cents", "cover_cents", "request", "payment_key", "asked_by", "access_id", "answer", "order_id", "return_id", "fail_reason", "next_look_at", "created_at", "concluded_at") SELECT "cover_id", "user_id", "kind", "status", "amount_cents", "cover_cents", "request", "payment_key", "asked_by", "access_id", "answer", "order_id", "return_id", "fail_reason", "next_look_at", "created_at", "concluded_at" FROM `covered_payments`;
--> statement-breakpoint
DROP TABLE `covered_payments`;
--> statement-breakpoint
ALTER TABLE `__new_covered_payments` RENAME TO `covered_payments`;
--> statement-breakpoint
CREATE INDEX `covered_payments_due` ON `covered_payments` (`next_look_at`);
--> statement-breakpoint
CREATE INDEX `covered_payments_user` ON `covered_payments` (`user_id`,`cover_id`);
--> statement-breakpoint
CREATE INDEX `covered_payments_return` ON `covered_payments` (`return_id`);
--> statement-breakpoint
CREATE TABLE `__new_payment_orders` (
	`transaction_id` text PRIMARY KEY NOT NULL,
	`intent_id` text NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`target` text,
	`target_type` text,
	`payee_name` text,
	`payee_document` text,
	`due_on` text,
	`incoming_id` text,
	`return_reason` text,
	`return_text` text,
	`payload` text,
	`txid` text,
	`provider_id` text,
	`end_to_end_id` text,
	`attempts` integer NOT NULL,
	`sent_at` integer,
	`next_look_at` integer,
	`fail_reason` text,
	`concluded_by_id` text,
	`created_at` integer NOT NULL,
	`concluded_at` integer,
	FOREIGN KEY (`transaction_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`intent_id`) REFERENCES `payment_intents`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`concluded_by_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payment_orders_kind_one_of" CHECK("__new_payment_orders"."kind" in ('pix', 'boleto', 'move_in', 'move_out', 'return')),
	CONSTRAINT "payment_orders_status_one_of" CHECK("__new_payment_orders"."status" in ('reserved', 'sending', 'processing', 'done', 'failed', 'returned')),
	CONSTRAINT "payment_orders_target_type_one_of" CHECK("__new_payment_orders"."target_type" in ('CPF', 'CNPJ', 'EMAIL', 'PHONE', 'EVP')),
	CONSTRAINT "payment_orders_return_reason_one_of" CHECK("__new_payment_orders"."return_reason" in ('duplicate', 'wrong_amount', 'unknown_payer', 'cancelled', 'other')),
	CONSTRAINT "payment_orders_incoming_of_return" CHECK(("__new_payment_orders"."kind" = 'return') = ("__new_payment_orders"."incoming_id" is not null)),
	CONSTRAINT "payment_orders_amount" CHECK("__new_payment_orders"."amount_cents" > 0),
	CONSTRAINT "payment_orders_concluded" CHECK(("__new_payment_orders"."status" in ('done', 'failed', 'returned')) = ("__new_payment_orders"."concluded_at" is not null and "__new_payment_orders"."concluded_by_id" is not null))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_payment_orders`("transaction_id", "intent_id", "user_id", "kind", "status", "amount_cents", "target", "target_type", "payee_name", "payee_document", "due_on", "incoming_id", "return_reason", "return_text", "payload", "txid", "provider_id", "end_to_end_id", "attempts", "sent_at", "next_look_at", "fail_reason", "concluded_by_id", "created_at", "concluded_at") SELECT o."transaction_id", coalesce(released.id, o."transaction_id"), o."user_id", o."kind", o."status", o."amount_cents", o."target", o."target_type", o."payee_name", o."payee_document", o."due_on", o."incoming_id", o."return_reason", o."return_text", o."payload", o."txid", o."provider_id", o."end_to_end_id", o."attempts", o."sent_at", o."next_look_at", o."fail_reason", o."concluded_by_id", o."created_at", o."concluded_at" FROM `payment_orders` o LEFT JOIN payment_intents released ON released.transaction_id = o.transaction_id AND released.transaction_id <> released.id;
--> statement-breakpoint
DROP TABLE `payment_orders`;
--> statement-breakpoint
ALTER TABLE `__new_payment_orders` RENAME TO `payment_orders`;
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_orders_provider` ON `payment_orders` (`provider_id`);
--> statement-breakpoint
CREATE INDEX `payment_orders_due` ON `payment_orders` (`next_look_at`);
--> statement-breakpoint
CREATE INDEX `payment_orders_user` ON `payment_orders` (`user_id`,`transaction_id`);
--> statement-breakpoint
CREATE INDEX `payment_orders_open` ON `payment_orders` (`created_at`,`status`) WHERE concluded_at is null;
--> statement-breakpoint
CREATE INDEX `payment_orders_incoming` ON `payment_orders` (`incoming_id`) WHERE incoming_id is not null;
--> statement-breakpoint
CREATE INDEX `payment_orders_end_to_end` ON `payment_orders` (`end_to_end_id`) WHERE end_to_end_id is not null;
--> statement-breakpoint
CREATE INDEX `payment_orders_payload` ON `payment_orders` (`user_id`,`payload`) WHERE payload is not null;
--> statement-breakpoint
PRAGMA foreign_keys=ON;
