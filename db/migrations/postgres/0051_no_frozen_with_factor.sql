ALTER TABLE "protections" DROP COLUMN "frozen_with_factor";
