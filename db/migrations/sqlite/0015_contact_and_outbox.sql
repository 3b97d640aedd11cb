ALTER TABLE `users` ADD `email_confirmed_at` integer;
--> statement-breakpoint
ALTER TABLE `users` ADD `phone_confirmed_at` integer;
--> statement-breakpoint
ALTER TABLE `users` ADD `income_before_cents` integer;
--> statement-breakpoint
ALTER TABLE `users` ADD `income_raised_on` text;
--> statement-breakpoint
UPDATE users SET email_confirmed_at = created_at WHERE closed_at IS NULL;
--> statement-breakpoint
UPDATE outbox SET text = '', html = '' WHERE sent_at IS NOT NULL;
