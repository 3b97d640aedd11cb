CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"full_name" text NOT NULL,
	"username" text NOT NULL,
	"email" text NOT NULL,
	"pending_email" text,
	"phone" text,
	"cpf" text,
	"cnpj" text,
	"rg" text,
	"birth_date" date,
	"occupation" text,
	"monthly_income_cents" bigint,
	"street" text,
	"number" text,
	"complement" text,
	"neighborhood" text,
	"city" text,
	"state" text,
	"zip_code" text,
	"password_hash" text NOT NULL,
	"is_active" boolean NOT NULL,
	"rating_vb" integer,
	"asaas_sub_account_id" text,
	"asaas_account_status" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_role_one_of" CHECK ("users"."role" in ('cliente', 'admin')),
	CONSTRAINT "users_document" CHECK (("users"."cpf" is null) <> ("users"."cnpj" is null)),
	CONSTRAINT "users_customer_complete" CHECK ("users"."role" = 'admin' or ("users"."phone" is not null and "users"."birth_date" is not null and "users"."occupation" is not null and "users"."monthly_income_cents" is not null and "users"."street" is not null and "users"."number" is not null and "users"."neighborhood" is not null and "users"."city" is not null and "users"."state" is not null and "users"."zip_code" is not null))
);
--> statement-breakpoint
CREATE TABLE "terms_acceptances" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"version" text NOT NULL,
	"ip" text NOT NULL,
	"accepted_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"public_id" text NOT NULL,
	"user_id" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"absolute_expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"bucket" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"window_started_at" timestamp (3) with time zone NOT NULL,
	"blocked_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"bank_account" text,
	"account_number" text NOT NULL,
	"account_type" text NOT NULL,
	"floor_cents" bigint,
	"is_active" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "accounts_account_type_one_of" CHECK ("accounts"."account_type" in ('checking', 'savings', 'investment', 'external', 'bank')),
	CONSTRAINT "accounts_owner" CHECK (("accounts"."user_id" is null) <> ("accounts"."bank_account" is null))
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"description" text NOT NULL,
	"actor_id" text,
	"idempotency_key" text,
	"reverses_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "transactions_type_one_of" CHECK ("transactions"."type" in ('deposit', 'withdrawal', 'transfer', 'payment', 'fee', 'interest', 'credit_disbursement', 'credit_payment', 'investment_application', 'investment_redemption', 'investment_yield', 'reversal')),
	CONSTRAINT "transactions_amount" CHECK ("transactions"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "entries" (
	"account_id" text NOT NULL,
	"seq" integer NOT NULL,
	"transaction_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"balance_after_cents" bigint NOT NULL,
	"credits_after_cents" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "entries_account_id_seq_pk" PRIMARY KEY("account_id","seq"),
	CONSTRAINT "entries_amount" CHECK ("entries"."amount_cents" <> 0)
);
--> statement-breakpoint
CREATE TABLE "idempotency" (
	"actor_id" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"answer" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_actor_id_key_pk" PRIMARY KEY("actor_id","key")
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"transaction_id" text,
	"related_id" text,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"amount_cents" bigint,
	"sha256" text NOT NULL,
	"content_sha256" text NOT NULL,
	"masked_parties" jsonb NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "documents_kind_one_of" CHECK ("documents"."kind" in ('receipt', 'contract'))
);
--> statement-breakpoint
CREATE TABLE "bank_clock" (
	"id" integer PRIMARY KEY NOT NULL,
	"offset_days" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_runs" (
	"day" date NOT NULL,
	"step" text NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "daily_runs_day_step_pk" PRIMARY KEY("day","step")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"user_id" text,
	"user_name" text,
	"action" text NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" text,
	"changes" text,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"key_id" text NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_head" (
	"id" integer PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"attempts" integer NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"last_error" text
);
--> statement-breakpoint
ALTER TABLE "terms_acceptances" ADD CONSTRAINT "terms_acceptances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_reverses_id_transactions_id_fk" FOREIGN KEY ("reverses_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "entries" ADD CONSTRAINT "entries_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
ALTER TABLE "idempotency" ADD CONSTRAINT "idempotency_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "users_username" ON "users" USING btree ("username");
--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");
--> statement-breakpoint
CREATE UNIQUE INDEX "users_cpf" ON "users" USING btree ("cpf");
--> statement-breakpoint
CREATE UNIQUE INDEX "users_cnpj" ON "users" USING btree ("cnpj");
--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_public_id" ON "sessions" USING btree ("public_id");
--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_number" ON "accounts" USING btree ("account_number");
--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_bank_account" ON "accounts" USING btree ("bank_account");
--> statement-breakpoint
CREATE INDEX "accounts_user" ON "accounts" USING btree ("user_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_reverses" ON "transactions" USING btree ("reverses_id");
--> statement-breakpoint
CREATE INDEX "transactions_created" ON "transactions" USING btree ("created_at","id");
--> statement-breakpoint
CREATE INDEX "entries_transaction" ON "entries" USING btree ("transaction_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "documents_code" ON "documents" USING btree ("code");
--> statement-breakpoint
CREATE UNIQUE INDEX "documents_transaction" ON "documents" USING btree ("transaction_id");
--> statement-breakpoint
CREATE INDEX "documents_related" ON "documents" USING btree ("related_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "audit_log_id" ON "audit_log" USING btree ("id");
--> statement-breakpoint
CREATE INDEX "audit_log_user" ON "audit_log" USING btree ("user_id","seq");
--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","seq");
--> statement-breakpoint
CREATE INDEX "outbox_created" ON "outbox" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("sent_at","next_attempt_at");
