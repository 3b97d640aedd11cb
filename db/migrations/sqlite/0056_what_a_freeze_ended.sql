ALTER TABLE `email_undos` ADD `former_confirmed_at` integer;
--> statement-breakpoint
ALTER TABLE `protections` ADD `freeze_ended_keys` integer;
--> statement-breakpoint
-- A change back left the address in between an undo link.
UPDATE `email_undos` SET `used_at` = `created_at` WHERE `used_at` IS NULL AND EXISTS (
  SELECT 1 FROM `email_undos` AS earlier JOIN `users` ON `users`.`id` = earlier.`user_id`
  WHERE earlier.`user_id` = `email_undos`.`user_id` AND earlier.`used_at` IS NULL
    AND earlier.`created_at` < `email_undos`.`created_at` AND earlier.`former_email` = `users`.`email`
);
