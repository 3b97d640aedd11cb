CREATE INDEX "terms_acceptances_user" ON "terms_acceptances" USING btree ("user_id","id");
