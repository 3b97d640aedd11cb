DROP INDEX `audit_log_about`;
--> statement-breakpoint
CREATE INDEX `audit_log_about` ON `audit_log` (`entity_id`,`seq`) WHERE entity_type in ('user', 'account') and user_id <> entity_id;
