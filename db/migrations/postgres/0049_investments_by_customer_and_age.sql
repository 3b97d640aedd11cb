CREATE INDEX "investments_user_created" ON "investments" USING btree ("user_id","created_at","id");
