ALTER TABLE "recipients" ADD COLUMN "trusted_from" timestamp (3) with time zone;
