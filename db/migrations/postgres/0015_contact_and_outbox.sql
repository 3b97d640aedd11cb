CREATE TABLE "contact_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"channel" text NOT NULL,
	"sent_to" text NOT NULL,
	"code_hash" text NOT NULL,
	"attempts" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "contact_codes_channel_one_of" CHECK ("contact_codes"."channel" in ('email', 'phone'))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_confirmed_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "phone_confirmed_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "income_before_cents" bigint;
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "income_raised_on" date;
--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "channel" text DEFAULT 'mail' NOT NULL;
--> statement-breakpoint
ALTER TABLE "contact_codes" ADD CONSTRAINT "contact_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "contact_codes_user" ON "contact_codes" USING btree ("user_id","channel","id");
--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_channel_one_of" CHECK ("outbox"."channel" in ('mail', 'sms'));
--> statement-breakpoint
UPDATE users SET email_confirmed_at = created_at WHERE closed_at IS NULL;
--> statement-breakpoint
UPDATE outbox SET text = '', html = '' WHERE sent_at IS NOT NULL;
