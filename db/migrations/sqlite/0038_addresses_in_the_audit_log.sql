CREATE INDEX `audit_log_addresses` ON `audit_log` (`entity_id`,`seq`) WHERE entity_type = 'user' and action in ('update_user', 'correct_email');
