CREATE TABLE "external_accounts" (
	"user_id" text PRIMARY KEY NOT NULL,
	"account_id" text,
	"wallet_id" text,
	"api_key" text,
	"commercial_info" text,
	"bank_account_info" text,
	"documentation" text,
	"general" text,
	"checked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"activated_at" timestamp (3) with time zone,
	CONSTRAINT "external_accounts_commercial_info_one_of" CHECK ("external_accounts"."commercial_info" in ('PENDING', 'AWAITING_APPROVAL', 'APPROVED', 'REJECTED')),
	CONSTRAINT "external_accounts_bank_account_info_one_of" CHECK ("external_accounts"."bank_account_info" in ('PENDING', 'AWAITING_APPROVAL', 'APPROVED', 'REJECTED')),
	CONSTRAINT "external_accounts_documentation_one_of" CHECK ("external_accounts"."documentation" in ('PENDING', 'AWAITING_APPROVAL', 'APPROVED', 'REJECTED')),
	CONSTRAINT "external_accounts_general_one_of" CHECK ("external_accounts"."general" in ('PENDING', 'AWAITING_APPROVAL', 'APPROVED', 'REJECTED'))
);
--> statement-breakpoint
CREATE TABLE "payment_orders" (
	"transaction_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"target" text,
	"target_type" text,
	"payee_name" text,
	"payee_document" text,
	"due_on" date,
	"provider_id" text,
	"end_to_end_id" text,
	"attempts" integer NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"next_look_at" timestamp (3) with time zone,
	"fail_reason" text,
	"concluded_by_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"concluded_at" timestamp (3) with time zone,
	CONSTRAINT "payment_orders_kind_one_of" CHECK ("payment_orders"."kind" in ('pix', 'boleto', 'move_in', 'move_out')),
	CONSTRAINT "payment_orders_status_one_of" CHECK ("payment_orders"."status" in ('reserved', 'sending', 'processing', 'done', 'failed', 'returned')),
	CONSTRAINT "payment_orders_target_type_one_of" CHECK ("payment_orders"."target_type" in ('CPF', 'CNPJ', 'EMAIL', 'PHONE', 'EVP')),
	CONSTRAINT "payment_orders_amount" CHECK ("payment_orders"."amount_cents" > 0),
	CONSTRAINT "payment_orders_concluded" CHECK (("payment_orders"."status" in ('done', 'failed', 'returned')) = ("payment_orders"."concluded_at" is not null and "payment_orders"."concluded_by_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "incoming_payments" (
	"provider_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"transaction_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"payer_name" text,
	"payer_document" text,
	"end_to_end_id" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"id" text PRIMARY KEY NOT NULL,
	"event" text NOT NULL,
	"account_provider_id" text,
	"object_id" text,
	"received_at" timestamp (3) with time zone NOT NULL,
	"processed_at" timestamp (3) with time zone,
	"attempts" integer NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "reconciliations" (
	"id" text PRIMARY KEY NOT NULL,
	"actor_id" text,
	"is_ok" boolean NOT NULL,
	"difference_count" integer NOT NULL,
	"report" jsonb NOT NULL,
	"duration_ms" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "external_accounts" ADD CONSTRAINT "external_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "external_accounts" ADD CONSTRAINT "external_accounts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payment_orders" ADD CONSTRAINT "payment_orders_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payment_orders" ADD CONSTRAINT "payment_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payment_orders" ADD CONSTRAINT "payment_orders_concluded_by_id_transactions_id_fk" FOREIGN KEY ("concluded_by_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "incoming_payments" ADD CONSTRAINT "incoming_payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "incoming_payments" ADD CONSTRAINT "incoming_payments_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "reconciliations" ADD CONSTRAINT "reconciliations_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "external_accounts_account" ON "external_accounts" USING btree ("account_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "external_accounts_wallet" ON "external_accounts" USING btree ("wallet_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "payment_orders_provider" ON "payment_orders" USING btree ("provider_id");
--> statement-breakpoint
CREATE INDEX "payment_orders_due" ON "payment_orders" USING btree ("next_look_at");
--> statement-breakpoint
CREATE INDEX "payment_orders_user" ON "payment_orders" USING btree ("user_id","transaction_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "incoming_payments_transaction" ON "incoming_payments" USING btree ("transaction_id");
--> statement-breakpoint
CREATE INDEX "incoming_payments_user" ON "incoming_payments" USING btree ("user_id","transaction_id");
--> statement-breakpoint
CREATE INDEX "provider_events_due" ON "provider_events" USING btree ("next_attempt_at");
--> statement-breakpoint
CREATE INDEX "reconciliations_created" ON "reconciliations" USING btree ("created_at","id");
