CREATE INDEX `users_created` ON `users` (`created_at`,`id`,`role`,`is_active`);
--> statement-breakpoint
CREATE INDEX `accounts_created` ON `accounts` (`created_at`,`id`);
