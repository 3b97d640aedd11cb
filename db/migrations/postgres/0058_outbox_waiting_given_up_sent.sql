DROP INDEX "outbox_due";
--> statement-breakpoint
DROP INDEX "outbox_unsent";
--> statement-breakpoint
CREATE INDEX "outbox_sent" ON "outbox" USING btree ("sent_at") WHERE sent_at is not null;
--> statement-breakpoint
CREATE INDEX "outbox_waiting" ON "outbox" USING btree ("channel","urgency","id","next_attempt_at") WHERE sent_at is null and (attempts = 0 or next_attempt_at is not null);
--> statement-breakpoint
CREATE INDEX "outbox_given_up" ON "outbox" USING btree ("created_at","id") WHERE sent_at is null and attempts > 0 and next_attempt_at is null;
