ALTER TABLE "recipients" ADD COLUMN "first_paid_at" timestamp (3) with time zone;
