CREATE TABLE `consents` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`is_granted` integer NOT NULL,
	`ip` text NOT NULL,
	`decided_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "consents_kind_one_of" CHECK("consents"."kind" in ('product_news', 'usage_research'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `consents_user` ON `consents` (`user_id`,`kind`,`id`);
--> statement-breakpoint
CREATE TABLE `two_factor_setups` (
	`user_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `backup_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`selector` text NOT NULL,
	`code_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `backup_codes_user` ON `backup_codes` (`user_id`,`selector`);
--> statement-breakpoint
CREATE TABLE `login_challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`attempts` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`consumed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `login_challenges_expires` ON `login_challenges` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `password_resets` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `password_resets_user` ON `password_resets` (`user_id`);
--> statement-breakpoint
CREATE TABLE `email_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `email_changes_user` ON `email_changes` (`user_id`);
--> statement-breakpoint
CREATE TABLE `access_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`may_move_money` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`last_used_at` integer,
	`revoked_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `access_tokens_hash` ON `access_tokens` (`token_hash`);
--> statement-breakpoint
CREATE INDEX `access_tokens_user` ON `access_tokens` (`user_id`);
--> statement-breakpoint
CREATE TABLE `contacts` (
	`id` text PRIMARY KEY NOT NULL,
	`client_id` text NOT NULL,
	`operation_id` text,
	`contact_type` text NOT NULL,
	`notes` text NOT NULL,
	`difficulty` text NOT NULL,
	`is_resolved` integer NOT NULL,
	`contacted_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`created_by_id` text NOT NULL,
	FOREIGN KEY (`client_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "contacts_contact_type_one_of" CHECK("contacts"."contact_type" in ('cobranca', 'acompanhamento', 'suporte')),
	CONSTRAINT "contacts_difficulty_one_of" CHECK("contacts"."difficulty" in ('facil', 'moderado', 'dificil'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `contacts_client` ON `contacts` (`client_id`,`id`);
--> statement-breakpoint
CREATE TABLE `notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`title` text NOT NULL,
	`text` text NOT NULL,
	`href` text,
	`created_at` integer NOT NULL,
	`read_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `notifications_user` ON `notifications` (`user_id`,`id`);
--> statement-breakpoint
CREATE TABLE `bank_settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`changed_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
PRAGMA foreign_keys=OFF;
--> statement-breakpoint
CREATE TABLE `__new_users` (
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
	`inactive_reason` text,
	`closed_at` integer,
	`totp_secret` text,
	`totp_last_step` integer,
	`rating_vb` integer,
	`asaas_sub_account_id` text,
	`asaas_account_status` text,
	`created_at` integer NOT NULL,
	CONSTRAINT "users_role_one_of" CHECK("__new_users"."role" in ('cliente', 'admin')),
	CONSTRAINT "users_document" CHECK(("__new_users"."cpf" is null) <> ("__new_users"."cnpj" is null)),
	CONSTRAINT "users_customer_complete" CHECK("__new_users"."role" = 'admin' or "__new_users"."closed_at" is not null or ("__new_users"."phone" is not null and "__new_users"."birth_date" is not null and "__new_users"."occupation" is not null and "__new_users"."monthly_income_cents" is not null and "__new_users"."street" is not null and "__new_users"."number" is not null and "__new_users"."neighborhood" is not null and "__new_users"."city" is not null and "__new_users"."state" is not null and "__new_users"."zip_code" is not null))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_users`("id", "role", "full_name", "username", "email", "pending_email", "phone", "cpf", "cnpj", "rg", "birth_date", "occupation", "monthly_income_cents", "street", "number", "complement", "neighborhood", "city", "state", "zip_code", "password_hash", "is_active", "rating_vb", "asaas_sub_account_id", "asaas_account_status", "created_at") SELECT "id", "role", "full_name", "username", "email", "pending_email", "phone", "cpf", "cnpj", "rg", "birth_date", "occupation", "monthly_income_cents", "street", "number", "complement", "neighborhood", "city", "state", "zip_code", "password_hash", "is_active", "rating_vb", "asaas_sub_account_id", "asaas_account_status", "created_at" FROM `users`;
--> statement-breakpoint
DROP TABLE `users`;
--> statement-breakpoint
ALTER TABLE `__new_users` RENAME TO `users`;
--> statement-breakpoint
PRAGMA foreign_keys=ON;
--> statement-breakpoint
CREATE UNIQUE INDEX `users_username` ON `users` (`username`);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_cpf` ON `users` (`cpf`);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_cnpj` ON `users` (`cnpj`);
--> statement-breakpoint
ALTER TABLE `accounts` ADD `inactive_reason` text;
