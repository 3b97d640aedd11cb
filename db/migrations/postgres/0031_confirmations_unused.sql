CREATE INDEX "confirmations_unused" ON "confirmations" USING btree ("created_at") WHERE used_at is null;
