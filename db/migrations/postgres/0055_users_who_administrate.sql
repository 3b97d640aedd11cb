CREATE INDEX "users_admins" ON "users" USING btree ("id") WHERE role = 'admin';
