ALTER TABLE "external_accounts" ADD COLUMN "reject_reasons" jsonb;
