ALTER TABLE "recipients" ADD COLUMN "nicknamed_at" timestamp (3) with time zone;
