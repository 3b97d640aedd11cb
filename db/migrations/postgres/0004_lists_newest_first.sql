CREATE INDEX "users_created" ON "users" USING btree ("created_at","id","role","is_active");
--> statement-breakpoint
CREATE INDEX "accounts_created" ON "accounts" USING btree ("created_at","id");
