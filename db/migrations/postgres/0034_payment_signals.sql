CREATE TABLE "payment_reviews" (
	"transaction_id" text PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"reasons" jsonb NOT NULL,
	"score" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_by_id" text,
	"reason" text,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "payment_reviews_status_one_of" CHECK ("payment_reviews"."status" in ('pending', 'approved', 'refused')),
	CONSTRAINT "payment_reviews_decided" CHECK (("payment_reviews"."status" = 'pending') = ("payment_reviews"."decided_at" is null))
);
--> statement-breakpoint
CREATE TABLE "refused_payments" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"target" text NOT NULL,
	"payee_name" text,
	"access_id" text,
	"idempotency_key" text,
	"signals" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "refused_payments_kind_one_of" CHECK ("refused_payments"."kind" in ('pix_person', 'pix_company', 'transfer', 'boleto'))
);
--> statement-breakpoint
CREATE TABLE "signal_rules" (
	"id" text PRIMARY KEY NOT NULL,
	"based_on" text NOT NULL,
	"rules" jsonb NOT NULL,
	"created_by_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "protections" ADD COLUMN "contact_changed_at" timestamp (3) with time zone;
--> statement-breakpoint
ALTER TABLE "limit_uses" ADD COLUMN "payments" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "payment_authorisations" ADD COLUMN "signals" jsonb;
--> statement-breakpoint
ALTER TABLE "payment_reviews" ADD CONSTRAINT "payment_reviews_transaction_id_waiting_payments_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."waiting_payments"("transaction_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payment_reviews" ADD CONSTRAINT "payment_reviews_decided_by_id_users_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refused_payments" ADD CONSTRAINT "refused_payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "signal_rules" ADD CONSTRAINT "signal_rules_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "payment_reviews_status" ON "payment_reviews" USING btree ("status","created_at","transaction_id");
--> statement-breakpoint
CREATE INDEX "refused_payments_user" ON "refused_payments" USING btree ("user_id","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "refused_payments_key" ON "refused_payments" USING btree ("user_id","idempotency_key");
--> statement-breakpoint
CREATE INDEX "refused_payments_created" ON "refused_payments" USING btree ("created_at","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "signal_rules_based_on" ON "signal_rules" USING btree ("based_on");
--> statement-breakpoint
CREATE INDEX "payment_authorisations_created" ON "payment_authorisations" USING btree ("created_at","transaction_id") WHERE signals is not null;
