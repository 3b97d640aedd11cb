ALTER TABLE "covered_payments" ADD COLUMN "asked_by" text;
--> statement-breakpoint
ALTER TABLE "covered_payments" ADD COLUMN "access_id" text;
--> statement-breakpoint
CREATE INDEX "confirmations_proven" ON "confirmations" USING btree ("user_id","idempotency_key") WHERE proven_at is not null and used_at is null;
--> statement-breakpoint
CREATE INDEX "payment_authorisations_confirmation" ON "payment_authorisations" USING btree ("confirmation_id") WHERE confirmation_id is not null;
--> statement-breakpoint
ALTER TABLE "covered_payments" ADD CONSTRAINT "covered_payments_asked_by_one_of" CHECK ("covered_payments"."asked_by" in ('session', 'token'));
