ALTER TABLE `payment_orders` ADD `payload` text;
--> statement-breakpoint
ALTER TABLE `payment_orders` ADD `txid` text;
