CREATE TABLE `contact_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`channel` text NOT NULL,
	`sent_to` text NOT NULL,
	`code_hash` text NOT NULL,
	`attempts` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "contact_codes_channel_one_of" CHECK("contact_codes"."channel" in ('email', 'phone'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `contact_codes_user` ON `contact_codes` (`user_id`,`channel`,`id`);
--> statement-breakpoint
ALTER TABLE `users` ADD `email_confirmed_at` integer;
--> statement-breakpoint
ALTER TABLE `users` ADD `phone_confirmed_at` integer;
--> statement-breakpoint
ALTER TABLE `users` ADD `income_before_cents` integer;
--> statement-breakpoint
ALTER TABLE `users` ADD `income_raised_on` text;
--> statement-breakpoint
PRAGMA foreign_keys=OFF;
--> statement-breakpoint
CREATE TABLE `__new_outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`channel` text DEFAULT 'mail' NOT NULL,
	`kind` text NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`attempts` integer NOT NULL,
	`next_attempt_at` integer,
	`last_error` text,
	CONSTRAINT "outbox_channel_one_of" CHECK("__new_outbox"."channel" in ('mail', 'sms'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_outbox`("id", "kind", "recipient", "subject", "text", "html", "created_at", "sent_at", "attempts", "next_attempt_at", "last_error") SELECT "id", "kind", "recipient", "subject", "text", "html", "created_at", "sent_at", "attempts", "next_attempt_at", "last_error" FROM `outbox`;
--> statement-breakpoint
DROP TABLE `outbox`;
--> statement-breakpoint
ALTER TABLE `__new_outbox` RENAME TO `outbox`;
--> statement-breakpoint
PRAGMA foreign_keys=ON;
--> statement-breakpoint
CREATE INDEX `outbox_created` ON `outbox` (`created_at`);
--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`sent_at`,`next_attempt_at`);
--> statement-breakpoint
UPDATE users SET email_confirmed_at = created_at WHERE closed_at IS NULL;
--> statement-breakpoint
UPDATE outbox SET text = '', html = '' WHERE sent_at IS NOT NULL;
