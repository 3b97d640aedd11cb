CREATE INDEX `terms_acceptances_user` ON `terms_acceptances` (`user_id`,`id`);
