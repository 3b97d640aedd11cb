ALTER TABLE `email_undos` ADD `former_confirmed_at` integer;
--> statement-breakpoint
ALTER TABLE `protections` ADD `freeze_ended_keys` integer;
