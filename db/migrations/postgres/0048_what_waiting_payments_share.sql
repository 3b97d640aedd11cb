ALTER TABLE "waiting_payments" DROP CONSTRAINT "waiting_payments_amount";
--> statement-breakpoint
ALTER TABLE "waiting_payments" DROP CONSTRAINT "waiting_payments_account_id_accounts_id_fk";
--> statement-breakpoint
ALTER TABLE "waiting_payments" DROP COLUMN "amount_cents";
--> statement-breakpoint
ALTER TABLE "waiting_payments" DROP COLUMN "account_id";
--> statement-breakpoint
ALTER TABLE "waiting_payments" DROP COLUMN "target";
--> statement-breakpoint
ALTER TABLE "waiting_payments" DROP COLUMN "release_at";
--> statement-breakpoint
ALTER TABLE "waiting_payments" DROP COLUMN "created_at";
