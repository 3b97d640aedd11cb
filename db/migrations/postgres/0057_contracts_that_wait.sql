CREATE INDEX "contracts_waiting" ON "contracts" USING btree ("created_at","id") WHERE status = 'pending_signature';
