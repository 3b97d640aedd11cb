CREATE TABLE "charges" (
	"id" text PRIMARY KEY NOT NULL,
	"public_id" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"description" text NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"due_on" date,
	"valid_days" integer NOT NULL,
	"terms" jsonb NOT NULL,
	"provider_id" text,
	"payload" text,
	"txid" text,
	"payee_name" text,
	"payee_document" text,
	"institution" text,
	"attempts" integer NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"next_look_at" timestamp (3) with time zone,
	"fail_reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"concluded_at" timestamp (3) with time zone,
	CONSTRAINT "charges_kind_one_of" CHECK ("charges"."kind" in ('immediate', 'dated')),
	CONSTRAINT "charges_status_one_of" CHECK ("charges"."status" in ('making', 'open', 'paid', 'expired', 'cancelled', 'failed')),
	CONSTRAINT "charges_amount" CHECK ("charges"."amount_cents" > 0),
	CONSTRAINT "charges_dated" CHECK (("charges"."kind" = 'dated') = ("charges"."due_on" is not null)),
	CONSTRAINT "charges_code" CHECK ("charges"."status" <> 'open' or ("charges"."provider_id" is not null and "charges"."payload" is not null)),
	CONSTRAINT "charges_concluded" CHECK (("charges"."status" in ('making', 'open')) = ("charges"."concluded_at" is null))
);
--> statement-breakpoint
CREATE TABLE "charge_payments" (
	"provider_id" text PRIMARY KEY NOT NULL,
	"charge_id" text NOT NULL,
	"transaction_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"payer_name" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "charge_payments_amount" CHECK ("charge_payments"."amount_cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "charge_payments" ADD CONSTRAINT "charge_payments_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "charge_payments" ADD CONSTRAINT "charge_payments_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "charges_public" ON "charges" USING btree ("public_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "charges_provider" ON "charges" USING btree ("provider_id");
--> statement-breakpoint
CREATE INDEX "charges_user" ON "charges" USING btree ("user_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "charges_user_amount" ON "charges" USING btree ("user_id","amount_cents","id");
--> statement-breakpoint
CREATE INDEX "charges_txid" ON "charges" USING btree ("txid") WHERE txid is not null;
--> statement-breakpoint
CREATE INDEX "charges_due" ON "charges" USING btree ("next_look_at") WHERE next_look_at is not null;
--> statement-breakpoint
CREATE INDEX "charges_ending" ON "charges" USING btree ("ends_at") WHERE status = 'open';
--> statement-breakpoint
CREATE INDEX "charge_payments_charge" ON "charge_payments" USING btree ("charge_id","created_at");
