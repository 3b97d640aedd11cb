ALTER TABLE "protections" ADD COLUMN "frozen_with_factor" boolean;
