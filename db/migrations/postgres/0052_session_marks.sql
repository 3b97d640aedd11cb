ALTER TABLE "sessions" ADD COLUMN "mark" text;
