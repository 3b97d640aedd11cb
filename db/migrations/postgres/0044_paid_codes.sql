CREATE INDEX "payment_orders_payload" ON "payment_orders" USING btree ("user_id","payload") WHERE payload is not null;
