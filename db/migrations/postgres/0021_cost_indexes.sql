ALTER TABLE "outbox" ADD COLUMN "urgency" integer DEFAULT 2 NOT NULL;
--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE read_at is null;
--> statement-breakpoint
CREATE INDEX "investments_active" ON "investments" USING btree ("user_id") WHERE status = 'active';
--> statement-breakpoint
CREATE INDEX "outbox_unsent" ON "outbox" USING btree ("channel","urgency","id") WHERE sent_at is null;
--> statement-breakpoint
CREATE INDEX "outbox_recipient" ON "outbox" USING btree ("recipient","created_at");

--> statement-breakpoint
UPDATE outbox SET urgency = 0 WHERE sent_at IS NULL AND html = '';
