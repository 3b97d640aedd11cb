ALTER TABLE "payment_orders" DROP CONSTRAINT "payment_orders_kind_one_of";
--> statement-breakpoint
ALTER TABLE "payment_orders" ADD COLUMN "incoming_id" text;
--> statement-breakpoint
ALTER TABLE "payment_orders" ADD COLUMN "return_reason" text;
--> statement-breakpoint
ALTER TABLE "payment_orders" ADD COLUMN "return_text" text;
--> statement-breakpoint
ALTER TABLE "incoming_payments" ADD COLUMN "order_id" text;
--> statement-breakpoint
ALTER TABLE "incoming_payments" ADD COLUMN "is_return" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "held_payments" ADD COLUMN "is_return" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "incoming_payments" ADD CONSTRAINT "incoming_payments_order_id_transactions_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "payment_orders_incoming" ON "payment_orders" USING btree ("incoming_id") WHERE incoming_id is not null;
--> statement-breakpoint
CREATE INDEX "payment_orders_end_to_end" ON "payment_orders" USING btree ("end_to_end_id") WHERE end_to_end_id is not null;
--> statement-breakpoint
CREATE INDEX "incoming_payments_order" ON "incoming_payments" USING btree ("order_id") WHERE order_id is not null;
--> statement-breakpoint
ALTER TABLE "payment_orders" ADD CONSTRAINT "payment_orders_return_reason_one_of" CHECK ("payment_orders"."return_reason" in ('duplicate', 'wrong_amount', 'unknown_payer', 'cancelled', 'other'));
--> statement-breakpoint
ALTER TABLE "payment_orders" ADD CONSTRAINT "payment_orders_incoming_of_return" CHECK (("payment_orders"."kind" = 'return') = ("payment_orders"."incoming_id" is not null));
--> statement-breakpoint
ALTER TABLE "payment_orders" ADD CONSTRAINT "payment_orders_kind_one_of" CHECK ("payment_orders"."kind" in ('pix', 'boleto', 'move_in', 'move_out', 'return'));
