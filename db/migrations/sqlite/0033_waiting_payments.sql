CREATE TABLE `waiting_payments` (
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
	FOREIGN KEY (`transaction_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`ended_by_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "waiting_payments_kind_one_of" CHECK("waiting_payments"."kind" in ('transfer', 'pix', 'boleto')),
	CONSTRAINT "waiting_payments_status_one_of" CHECK("waiting_payments"."status" in ('waiting', 'paid', 'undone', 'refused')),
	CONSTRAINT "waiting_payments_amount" CHECK("waiting_payments"."amount_cents" > 0),
	CONSTRAINT "waiting_payments_concluded" CHECK(("waiting_payments"."status" = 'waiting') = ("waiting_payments"."concluded_at" is null) and ("waiting_payments"."status" = 'waiting') = ("waiting_payments"."ended_by_id" is null) and ("waiting_payments"."status" = 'paid') = ("waiting_payments"."payment_id" is not null))
) STRICT;
--> statement-breakpoint
CREATE INDEX `waiting_payments_user` ON `waiting_payments` (`user_id`,`transaction_id`);
--> statement-breakpoint
CREATE INDEX `waiting_payments_due` ON `waiting_payments` (`next_look_at`) WHERE status = 'waiting';
--> statement-breakpoint
PRAGMA foreign_keys=OFF;
--> statement-breakpoint
CREATE TABLE `__new_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`bank_account` text,
	`account_number` text NOT NULL,
	`account_type` text NOT NULL,
	`floor_cents` integer,
	`is_active` integer NOT NULL,
	`inactive_reason` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "accounts_account_type_one_of" CHECK("__new_accounts"."account_type" in ('checking', 'savings', 'investment', 'external', 'held', 'bank')),
	CONSTRAINT "accounts_owner" CHECK(("__new_accounts"."user_id" is null) <> ("__new_accounts"."bank_account" is null))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_accounts`("id", "user_id", "bank_account", "account_number", "account_type", "floor_cents", "is_active", "inactive_reason", "created_at") SELECT "id", "user_id", "bank_account", "account_number", "account_type", "floor_cents", "is_active", "inactive_reason", "created_at" FROM `accounts`;
--> statement-breakpoint
DROP TABLE `accounts`;
--> statement-breakpoint
ALTER TABLE `__new_accounts` RENAME TO `accounts`;
--> statement-breakpoint
PRAGMA foreign_keys=ON;
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_number` ON `accounts` (`account_number`);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_bank_account` ON `accounts` (`bank_account`);
--> statement-breakpoint
CREATE INDEX `accounts_user` ON `accounts` (`user_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_one_each` ON `accounts` (`user_id`,`account_type`) WHERE account_type in ('investment', 'external', 'held');
--> statement-breakpoint
CREATE INDEX `accounts_created` ON `accounts` (`created_at`,`id`);
--> statement-breakpoint
ALTER TABLE `protections` ADD `undo_minutes` integer;
