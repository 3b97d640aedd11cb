ALTER TABLE "users" ADD COLUMN "email_confirmed_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "phone_confirmed_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "income_before_cents" bigint;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "income_raised_on" date;
--> statement-breakpoint
UPDATE users SET email_confirmed_at = created_at WHERE closed_at IS NULL;
--> statement-breakpoint
UPDATE outbox SET text = '', html = '' WHERE sent_at IS NOT NULL;
