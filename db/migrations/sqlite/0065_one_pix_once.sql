CREATE INDEX `incoming_payments_end_to_end` ON `incoming_payments` (`end_to_end_id`) WHERE end_to_end_id is not null;
--> statement-breakpoint
CREATE INDEX `held_payments_end_to_end` ON `held_payments` (`end_to_end_id`) WHERE end_to_end_id is not null;
