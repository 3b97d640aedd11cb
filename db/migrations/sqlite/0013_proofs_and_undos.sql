CREATE TABLE `email_undos` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`former_email` text NOT NULL,
	`email` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `email_undos_user` ON `email_undos` (`user_id`);
--> statement-breakpoint
CREATE INDEX `email_undos_former_email` ON `email_undos` (`former_email`);
--> statement-breakpoint
ALTER TABLE `sessions` ADD `password_proven_at` integer;
--> statement-breakpoint
ALTER TABLE `sessions` ADD `factor_proven_at` integer;
