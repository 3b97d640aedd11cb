ALTER TABLE "bank_clock" ADD COLUMN "known_real_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "bank_clock" ADD COLUMN "told_of_day" date;
--> statement-breakpoint
UPDATE "bank_clock" SET "known_real_at" = (SELECT max("finished_at") FROM "daily_runs");
