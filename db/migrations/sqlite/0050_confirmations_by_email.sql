CREATE INDEX `confirmations_by_email` ON `confirmations` (`user_id`,`proven_at`) WHERE method = 'email';
