ALTER TABLE "email_undos" ADD COLUMN "former_confirmed_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "protections" ADD COLUMN "freeze_ended_keys" boolean;
