ALTER TABLE "payment_orders" ADD COLUMN "payload" text;
--> statement-breakpoint
ALTER TABLE "payment_orders" ADD COLUMN "txid" text;
