CREATE INDEX `payment_orders_payload` ON `payment_orders` (`user_id`,`payload`) WHERE payload is not null;
