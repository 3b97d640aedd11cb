CREATE INDEX "payment_orders_concluded_by" ON "payment_orders" USING btree ("concluded_by_id") WHERE concluded_by_id is not null;
