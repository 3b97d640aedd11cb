CREATE INDEX `confirmations_unused` ON `confirmations` (`created_at`) WHERE used_at is null;
