ALTER TABLE "credit_proposals" ADD COLUMN "reviewed_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "credit_proposals" ADD COLUMN "review_text" text;
--> statement-breakpoint
CREATE INDEX "credit_proposals_review" ON "credit_proposals" USING btree ("review_asked_at","status") WHERE review_asked_at is not null and reviewed_at is null;
