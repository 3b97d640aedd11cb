CREATE INDEX "confirmations_by_email" ON "confirmations" USING btree ("user_id","proven_at") WHERE method = 'email';
