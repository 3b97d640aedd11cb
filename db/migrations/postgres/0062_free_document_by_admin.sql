ALTER TABLE "protections" ADD COLUMN "document_free_from" timestamp (3) with time zone;
