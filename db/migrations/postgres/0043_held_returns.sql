ALTER TABLE "held_payments" ADD COLUMN "order_id" text;
--> statement-breakpoint
ALTER TABLE "held_payments" ADD CONSTRAINT "held_payments_order_id_transactions_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "held_payments_order" ON "held_payments" USING btree ("order_id") WHERE order_id is not null;
