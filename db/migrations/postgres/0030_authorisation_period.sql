ALTER TABLE "payment_authorisations" ADD COLUMN "own_period" text;
