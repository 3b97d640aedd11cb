CREATE TABLE `pix_keys` (
	`key` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`type` text NOT NULL,
	`provider_id` text NOT NULL,
	`seen_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "pix_keys_type_one_of" CHECK("pix_keys"."type" in ('CPF', 'CNPJ', 'EMAIL', 'PHONE', 'EVP'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `pix_keys_user` ON `pix_keys` (`user_id`);
--> statement-breakpoint
CREATE TABLE `key_lookups` (
	`user_id` text NOT NULL,
	`key` text NOT NULL,
	`name` text NOT NULL,
	`document` text,
	`institution` text,
	`source` text NOT NULL,
	`looked_up_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `key`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "key_lookups_source_one_of" CHECK("key_lookups"."source" in ('bank', 'provider'))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `key_lookups_age` ON `key_lookups` (`looked_up_at`);
--> statement-breakpoint
CREATE TABLE `key_claims` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`key` text NOT NULL,
	`key_type` text NOT NULL,
	`provider_id` text,
	`other_institution` text,
	`resolve_by` integer NOT NULL,
	`complete_by` integer NOT NULL,
	`ended_by` text,
	`next_look_at` integer,
	`created_at` integer NOT NULL,
	`concluded_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "key_claims_role_one_of" CHECK("key_claims"."role" in ('claimer', 'donor')),
	CONSTRAINT "key_claims_kind_one_of" CHECK("key_claims"."kind" in ('portability', 'ownership')),
	CONSTRAINT "key_claims_status_one_of" CHECK("key_claims"."status" in ('asked', 'waiting', 'confirmed', 'completed', 'cancelled')),
	CONSTRAINT "key_claims_key_type_one_of" CHECK("key_claims"."key_type" in ('CPF', 'CNPJ', 'EMAIL', 'PHONE', 'EVP')),
	CONSTRAINT "key_claims_ended_by_one_of" CHECK("key_claims"."ended_by" in ('donor', 'claimer', 'deadline', 'provider')),
	CONSTRAINT "key_claims_concluded" CHECK(("key_claims"."status" in ('completed', 'cancelled')) = ("key_claims"."concluded_at" is not null) and ("key_claims"."concluded_at" is null) = ("key_claims"."ended_by" is null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `key_claims_provider` ON `key_claims` (`provider_id`,`user_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `key_claims_open` ON `key_claims` (`user_id`,`key`) WHERE concluded_at is null;
--> statement-breakpoint
CREATE INDEX `key_claims_user` ON `key_claims` (`user_id`,`id`);
--> statement-breakpoint
CREATE INDEX `key_claims_due` ON `key_claims` (`next_look_at`) WHERE next_look_at is not null;
