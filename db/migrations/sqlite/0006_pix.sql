CREATE TABLE `external_accounts` (
	`user_id` text PRIMARY KEY NOT NULL,
	`account_id` text,
	`wallet_id` text,
	`api_key` text,
	`commercial_info` text,
	`bank_account_info` text,
	`documentation` text,
	`general` text,
	`checked_at` integer,
	`created_at` integer NOT NULL,
	`activated_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "external_accounts_commercial_info_one_of" CHECK("external_accounts"."commercial_info" in ('PENDING', 'AWAITING_APPROVAL', 'APPROVED', 'REJECTED')),
	CONSTRAINT "external_accounts_bank_account_info_one_of" CHECK("external_accounts"."bank_account_info" in ('PENDING', 'AWAITING_APPROVAL', 'APPROVED', 'REJECTED')),
	CONSTRAINT "external_accounts_documentation_one_of" CHECK("external_accounts"."documentation" in ('PENDING', 'AWAITING_APPROVAL', 'APPROVED', 'REJECTED')),
	CONSTRAINT "external_accounts_general_one_of" CHECK("external_accounts"."general" in ('PENDING', 'AWAITING_APPROVAL', 'APPROVED', 'REJECTED'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `external_accounts_account` ON `external_accounts` (`account_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `external_accounts_wallet` ON `external_accounts` (`wallet_id`);
--> statement-breakpoint
CREATE TABLE `payment_orders` (
	`transaction_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`target` text,
	`target_type` text,
	`payee_name` text,
	`payee_document` text,
	`due_on` text,
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
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`concluded_by_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payment_orders_kind_one_of" CHECK("payment_orders"."kind" in ('pix', 'boleto', 'move_in', 'move_out')),
	CONSTRAINT "payment_orders_status_one_of" CHECK("payment_orders"."status" in ('reserved', 'sending', 'processing', 'done', 'failed', 'returned')),
	CONSTRAINT "payment_orders_target_type_one_of" CHECK("payment_orders"."target_type" in ('CPF', 'CNPJ', 'EMAIL', 'PHONE', 'EVP')),
	CONSTRAINT "payment_orders_amount" CHECK("payment_orders"."amount_cents" > 0),
	CONSTRAINT "payment_orders_concluded" CHECK(("payment_orders"."status" in ('done', 'failed', 'returned')) = ("payment_orders"."concluded_at" is not null and "payment_orders"."concluded_by_id" is not null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_orders_provider` ON `payment_orders` (`provider_id`);
--> statement-breakpoint
CREATE INDEX `payment_orders_due` ON `payment_orders` (`next_look_at`);
--> statement-breakpoint
CREATE INDEX `payment_orders_user` ON `payment_orders` (`user_id`,`transaction_id`);
--> statement-breakpoint
CREATE TABLE `incoming_payments` (
	`provider_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`transaction_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`payer_name` text,
	`payer_document` text,
	`end_to_end_id` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`transaction_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `incoming_payments_transaction` ON `incoming_payments` (`transaction_id`);
--> statement-breakpoint
CREATE INDEX `incoming_payments_user` ON `incoming_payments` (`user_id`,`transaction_id`);
--> statement-breakpoint
CREATE TABLE `provider_events` (
	`id` text PRIMARY KEY NOT NULL,
	`event` text NOT NULL,
	`account_provider_id` text,
	`object_id` text,
	`received_at` integer NOT NULL,
	`processed_at` integer,
	`attempts` integer NOT NULL,
	`next_attempt_at` integer,
	`last_error` text
) STRICT;
--> statement-breakpoint
CREATE INDEX `provider_events_due` ON `provider_events` (`next_attempt_at`);
--> statement-breakpoint
CREATE TABLE `reconciliations` (
	`id` text PRIMARY KEY NOT NULL,
	`actor_id` text,
	`is_ok` integer NOT NULL,
	`difference_count` integer NOT NULL,
	`report` text NOT NULL,
	`duration_ms` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`actor_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `reconciliations_created` ON `reconciliations` (`created_at`,`id`);
