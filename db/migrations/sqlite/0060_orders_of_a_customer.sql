CREATE INDEX `payment_orders_user_open` ON `payment_orders` (`user_id`,`transaction_id`) WHERE concluded_at is null;
--> statement-breakpoint
CREATE INDEX `payment_orders_boleto` ON `payment_orders` (`user_id`,`target`) WHERE kind = 'boleto';
--> statement-breakpoint
CREATE INDEX `charges_user_open` ON `charges` (`user_id`) WHERE concluded_at is null;
