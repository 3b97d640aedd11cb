CREATE INDEX `payment_orders_open` ON `payment_orders` (`created_at`,`status`) WHERE concluded_at is null;
--> statement-breakpoint
CREATE INDEX `provider_events_open` ON `provider_events` (`received_at`) WHERE processed_at is null;
