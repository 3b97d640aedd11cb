ALTER TABLE `recipients` ADD `unasked_cents` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE INDEX `waiting_payments_waiting` ON `waiting_payments` (`user_id`) WHERE status = 'waiting';
