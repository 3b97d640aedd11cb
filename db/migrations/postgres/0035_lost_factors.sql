ALTER TABLE "protections" ADD COLUMN "factors_end_at" timestamp (3) with time zone;
--> statement-breakpoint
CREATE INDEX "protections_factors_end" ON "protections" USING btree ("factors_end_at") WHERE factors_end_at is not null;
