CREATE TABLE "held_payments" (
	"transaction_id" text PRIMARY KEY NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"status" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"payer_name" text,
	"payer_document" text,
	"end_to_end_id" text,
	"attempts" integer NOT NULL,
	"is_accepted" boolean NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"next_look_at" timestamp (3) with time zone,
	"fail_reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"concluded_at" timestamp (3) with time zone,
	CONSTRAINT "held_payments_status_one_of" CHECK ("held_payments"."status" in ('held', 'returning', 'released', 'returned')),
	CONSTRAINT "held_payments_amount" CHECK ("held_payments"."amount_cents" > 0),
	CONSTRAINT "held_payments_concluded" CHECK (("held_payments"."status" in ('released', 'returned')) = ("held_payments"."concluded_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "held_payments" ADD CONSTRAINT "held_payments_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "held_payments" ADD CONSTRAINT "held_payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "held_payments_provider" ON "held_payments" USING btree ("provider_id");
--> statement-breakpoint
CREATE INDEX "held_payments_user" ON "held_payments" USING btree ("user_id","transaction_id");
--> statement-breakpoint
CREATE INDEX "held_payments_created" ON "held_payments" USING btree ("created_at","transaction_id");
--> statement-breakpoint
CREATE INDEX "held_payments_open" ON "held_payments" USING btree ("created_at","status") WHERE concluded_at is null;
--> statement-breakpoint
CREATE INDEX "held_payments_due" ON "held_payments" USING btree ("next_look_at") WHERE next_look_at is not null;
