ALTER TABLE "recipients" ADD COLUMN "unasked_cents" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE INDEX "waiting_payments_waiting" ON "waiting_payments" USING btree ("user_id") WHERE status = 'waiting';
