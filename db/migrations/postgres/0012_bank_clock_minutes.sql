ALTER TABLE "bank_clock" ADD COLUMN "offset_minutes" integer DEFAULT 0 NOT NULL;
