ALTER TABLE `outbox` ADD `urgency` integer DEFAULT 2 NOT NULL;
--> statement-breakpoint
CREATE INDEX `outbox_unsent` ON `outbox` (`channel`,`urgency`,`id`) WHERE sent_at is null;
--> statement-breakpoint
CREATE INDEX `outbox_recipient` ON `outbox` (`recipient`,`created_at`);
--> statement-breakpoint
CREATE INDEX `notifications_unread` ON `notifications` (`user_id`) WHERE read_at is null;
--> statement-breakpoint
CREATE INDEX `investments_active` ON `investments` (`user_id`) WHERE status = 'active';

--> statement-breakpoint
UPDATE outbox SET urgency = 0 WHERE sent_at IS NULL AND html = '';
