CREATE INDEX `investments_user_created` ON `investments` (`user_id`,`created_at`,`id`);
