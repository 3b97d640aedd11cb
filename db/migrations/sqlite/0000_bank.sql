CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`role` text NOT NULL,
	`full_name` text NOT NULL,
	`username` text NOT NULL,
	`email` text NOT NULL,
	`pending_email` text,
	`phone` text,
	`cpf` text,
	`cnpj` text,
	`rg` text,
	`birth_date` text,
	`occupation` text,
	`monthly_income_cents` integer,
	`street` text,
	`number` text,
	`complement` text,
	`neighborhood` text,
	`city` text,
	`state` text,
	`zip_code` text,
	`password_hash` text NOT NULL,
	`is_active` integer NOT NULL,
	`rating_vb` integer,
	`asaas_sub_account_id` text,
	`asaas_account_status` text,
	`created_at` integer NOT NULL,
	CONSTRAINT "users_role_one_of" CHECK("users"."role" in ('cliente', 'admin')),
	CONSTRAINT "users_document" CHECK(("users"."cpf" is null) <> ("users"."cnpj" is null)),
	CONSTRAINT "users_customer_complete" CHECK("users"."role" = 'admin' or ("users"."phone" is not null and "users"."birth_date" is not null and "users"."occupation" is not null and "users"."monthly_income_cents" is not null and "users"."street" is not null and "users"."number" is not null and "users"."neighborhood" is not null and "users"."city" is not null and "users"."state" is not null and "users"."zip_code" is not null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `users_username` ON `users` (`username`);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_cpf` ON `users` (`cpf`);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_cnpj` ON `users` (`cnpj`);
--> statement-breakpoint
CREATE TABLE `terms_acceptances` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`version` text NOT NULL,
	`ip` text NOT NULL,
	`accepted_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`public_id` text NOT NULL,
	`user_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	`absolute_expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`ip` text NOT NULL,
	`user_agent` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_public_id` ON `sessions` (`public_id`);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);
--> statement-breakpoint
CREATE TABLE `attempts` (
	`bucket` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`window_started_at` integer NOT NULL,
	`blocked_until` integer
) STRICT;
--> statement-breakpoint
CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`bank_account` text,
	`account_number` text NOT NULL,
	`account_type` text NOT NULL,
	`floor_cents` integer,
	`is_active` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "accounts_account_type_one_of" CHECK("accounts"."account_type" in ('checking', 'savings', 'investment', 'external', 'bank')),
	CONSTRAINT "accounts_owner" CHECK(("accounts"."user_id" is null) <> ("accounts"."bank_account" is null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_number` ON `accounts` (`account_number`);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_bank_account` ON `accounts` (`bank_account`);
--> statement-breakpoint
CREATE INDEX `accounts_user` ON `accounts` (`user_id`);
--> statement-breakpoint
CREATE TABLE `transactions` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`description` text NOT NULL,
	`actor_id` text,
	`idempotency_key` text,
	`reverses_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`reverses_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action DEFERRABLE INITIALLY DEFERRED,
	CONSTRAINT "transactions_type_one_of" CHECK("transactions"."type" in ('deposit', 'withdrawal', 'transfer', 'payment', 'fee', 'interest', 'credit_disbursement', 'credit_payment', 'investment_application', 'investment_redemption', 'investment_yield', 'reversal')),
	CONSTRAINT "transactions_amount" CHECK("transactions"."amount_cents" > 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `transactions_reverses` ON `transactions` (`reverses_id`);
--> statement-breakpoint
CREATE INDEX `transactions_created` ON `transactions` (`created_at`,`id`);
--> statement-breakpoint
CREATE TABLE `entries` (
	`account_id` text NOT NULL,
	`seq` integer NOT NULL,
	`transaction_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`balance_after_cents` integer NOT NULL,
	`credits_after_cents` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `seq`),
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`transaction_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action DEFERRABLE INITIALLY DEFERRED,
	CONSTRAINT "entries_amount" CHECK("entries"."amount_cents" <> 0)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `entries_transaction` ON `entries` (`transaction_id`);
--> statement-breakpoint
CREATE TABLE `idempotency` (
	`actor_id` text NOT NULL,
	`key` text NOT NULL,
	`request_hash` text NOT NULL,
	`answer` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`actor_id`, `key`),
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `documents` (
	`id` text PRIMARY KEY NOT NULL,
	`code` text NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`transaction_id` text,
	`related_id` text,
	`issued_at` integer NOT NULL,
	`amount_cents` integer,
	`sha256` text NOT NULL,
	`content_sha256` text NOT NULL,
	`masked_parties` text NOT NULL,
	`bytes` blob NOT NULL,
	FOREIGN KEY (`transaction_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "documents_kind_one_of" CHECK("documents"."kind" in ('receipt', 'contract'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `documents_code` ON `documents` (`code`);
--> statement-breakpoint
CREATE UNIQUE INDEX `documents_transaction` ON `documents` (`transaction_id`);
--> statement-breakpoint
CREATE INDEX `documents_related` ON `documents` (`related_id`);
--> statement-breakpoint
CREATE TABLE `bank_clock` (
	`id` integer PRIMARY KEY NOT NULL,
	`offset_days` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `daily_runs` (
	`day` text NOT NULL,
	`step` text NOT NULL,
	`claimed_at` integer NOT NULL,
	`finished_at` integer,
	PRIMARY KEY(`day`, `step`)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `audit_log` (
	`seq` integer PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`user_id` text,
	`user_name` text,
	`action` text NOT NULL,
	`entity_type` text NOT NULL,
	`entity_id` text,
	`changes` text,
	`ip_address` text,
	`user_agent` text,
	`created_at` integer NOT NULL,
	`key_id` text NOT NULL,
	`previous_hash` text NOT NULL,
	`hash` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_log_id` ON `audit_log` (`id`);
--> statement-breakpoint
CREATE INDEX `audit_log_user` ON `audit_log` (`user_id`,`seq`);
--> statement-breakpoint
CREATE INDEX `audit_log_action` ON `audit_log` (`action`,`seq`);
--> statement-breakpoint
CREATE TABLE `audit_head` (
	`id` integer PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL,
	`hash` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`attempts` integer NOT NULL,
	`next_attempt_at` integer,
	`last_error` text
) STRICT;
--> statement-breakpoint
CREATE INDEX `outbox_created` ON `outbox` (`created_at`);
--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`sent_at`,`next_attempt_at`);
