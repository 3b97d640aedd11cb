ALTER TABLE `held_payments` ADD `order_id` text REFERENCES transactions(id);
--> statement-breakpoint
CREATE INDEX `held_payments_order` ON `held_payments` (`order_id`) WHERE order_id is not null;
