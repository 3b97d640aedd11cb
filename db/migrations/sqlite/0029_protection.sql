CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`credential_id` text NOT NULL,
	`name` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`is_multi_device` integer NOT NULL,
	`is_backed_up` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`ended_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credential` ON `passkeys` (`credential_id`);
--> statement-breakpoint
CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`);
--> statement-breakpoint
CREATE TABLE `passkey_challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`user_id` text,
	`session_id` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "passkey_challenges_purpose_one_of" CHECK("passkey_challenges"."purpose" in ('register', 'login', 'prove'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `passkey_challenges_expires` ON `passkey_challenges` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `devices` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`mark` text NOT NULL,
	`public_key` text,
	`created_at` integer NOT NULL,
	`trusted_from` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `devices_mark` ON `devices` (`user_id`,`mark`);
--> statement-breakpoint
CREATE TABLE `protections` (
	`user_id` text PRIMARY KEY NOT NULL,
	`rules_since` integer,
	`confirm_above_cents` integer,
	`frozen_at` integer,
	`freeze_links_from` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `limit_rules` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`kind` text NOT NULL,
	`window` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`effective_at` integer NOT NULL,
	`reason` text,
	`created_by_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "limit_rules_role_one_of" CHECK("limit_rules"."role" in ('limit', 'maximum')),
	CONSTRAINT "limit_rules_kind_one_of" CHECK("limit_rules"."kind" in ('pix_person', 'pix_company', 'transfer', 'boleto', 'total')),
	CONSTRAINT "limit_rules_window_one_of" CHECK("limit_rules"."window" in ('transaction', 'day', 'night', 'month')),
	CONSTRAINT "limit_rules_amount" CHECK("limit_rules"."amount_cents" >= 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `limit_rules_user` ON `limit_rules` (`user_id`,`id`);
--> statement-breakpoint
CREATE TABLE `limit_cancellations` (
	`rule_id` text PRIMARY KEY NOT NULL,
	`cancelled_by_id` text NOT NULL,
	`cancelled_at` integer NOT NULL,
	FOREIGN KEY (`rule_id`) REFERENCES `limit_rules`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`cancelled_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `limit_uses` (
	`user_id` text NOT NULL,
	`period` text NOT NULL,
	`pix_person_cents` integer NOT NULL,
	`pix_company_cents` integer NOT NULL,
	`transfer_cents` integer NOT NULL,
	`boleto_cents` integer NOT NULL,
	`ends_on` text NOT NULL,
	PRIMARY KEY(`user_id`, `period`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "limit_uses_amounts" CHECK("limit_uses"."pix_person_cents" >= 0 and "limit_uses"."pix_company_cents" >= 0 and "limit_uses"."transfer_cents" >= 0 and "limit_uses"."boleto_cents" >= 0)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `limit_uses_ends` ON `limit_uses` (`ends_on`);
--> statement-breakpoint
CREATE TABLE `confirmations` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`content` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`reasons` text NOT NULL,
	`code_hash` text,
	`attempts` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`proven_at` integer,
	`method` text,
	`passkey_name` text,
	`public_key` text,
	`client_data` text,
	`authenticator_data` text,
	`signature` text,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "confirmations_method_one_of" CHECK("confirmations"."method" in ('session', 'token', 'trusted', 'email', 'app', 'passkey'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `confirmations_user` ON `confirmations` (`user_id`,`idempotency_key`,`id`);
--> statement-breakpoint
CREATE TABLE `payment_authorisations` (
	`transaction_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`method` text NOT NULL,
	`access_id` text,
	`confirmation_id` text,
	`rules` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`transaction_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`confirmation_id`) REFERENCES `confirmations`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payment_authorisations_kind_one_of" CHECK("payment_authorisations"."kind" in ('pix_person', 'pix_company', 'transfer', 'boleto')),
	CONSTRAINT "payment_authorisations_method_one_of" CHECK("payment_authorisations"."method" in ('session', 'token', 'trusted', 'email', 'app', 'passkey'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `payment_authorisations_user` ON `payment_authorisations` (`user_id`,`transaction_id`);
--> statement-breakpoint
ALTER TABLE `sessions` ADD `device_id` text;
--> statement-breakpoint
ALTER TABLE `sessions` ADD `passkey_id` text;
--> statement-breakpoint
ALTER TABLE `access_tokens` ADD `per_call_cents` integer;
--> statement-breakpoint
ALTER TABLE `access_tokens` ADD `per_day_cents` integer;
--> statement-breakpoint
ALTER TABLE `recipients` ADD `trusted_cents` integer;
