CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"name" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"is_multi_device" boolean NOT NULL,
	"is_backed_up" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"id" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" text,
	"session_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "passkey_challenges_purpose_one_of" CHECK ("passkey_challenges"."purpose" in ('register', 'login', 'prove'))
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"mark" text NOT NULL,
	"public_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"trusted_from" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "protections" (
	"user_id" text PRIMARY KEY NOT NULL,
	"rules_since" timestamp (3) with time zone,
	"confirm_above_cents" bigint,
	"frozen_at" timestamp (3) with time zone,
	"freeze_links_from" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "limit_rules" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"kind" text NOT NULL,
	"window" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"effective_at" timestamp (3) with time zone NOT NULL,
	"reason" text,
	"created_by_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "limit_rules_role_one_of" CHECK ("limit_rules"."role" in ('limit', 'maximum')),
	CONSTRAINT "limit_rules_kind_one_of" CHECK ("limit_rules"."kind" in ('pix_person', 'pix_company', 'transfer', 'boleto', 'total')),
	CONSTRAINT "limit_rules_window_one_of" CHECK ("limit_rules"."window" in ('transaction', 'day', 'night', 'month')),
	CONSTRAINT "limit_rules_amount" CHECK ("limit_rules"."amount_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "limit_cancellations" (
	"rule_id" text PRIMARY KEY NOT NULL,
	"cancelled_by_id" text NOT NULL,
	"cancelled_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "limit_uses" (
	"user_id" text NOT NULL,
	"period" text NOT NULL,
	"pix_person_cents" bigint NOT NULL,
	"pix_company_cents" bigint NOT NULL,
	"transfer_cents" bigint NOT NULL,
	"boleto_cents" bigint NOT NULL,
	"ends_on" date NOT NULL,
	CONSTRAINT "limit_uses_user_id_period_pk" PRIMARY KEY("user_id","period"),
	CONSTRAINT "limit_uses_amounts" CHECK ("limit_uses"."pix_person_cents" >= 0 and "limit_uses"."pix_company_cents" >= 0 and "limit_uses"."transfer_cents" >= 0 and "limit_uses"."boleto_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "confirmations" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"session_id" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"content" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reasons" jsonb NOT NULL,
	"code_hash" text,
	"attempts" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"proven_at" timestamp (3) with time zone,
	"method" text,
	"passkey_name" text,
	"public_key" text,
	"client_data" text,
	"authenticator_data" text,
	"signature" text,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "confirmations_method_one_of" CHECK ("confirmations"."method" in ('session', 'token', 'trusted', 'email', 'app', 'passkey'))
);
--> statement-breakpoint
CREATE TABLE "payment_authorisations" (
	"transaction_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"method" text NOT NULL,
	"access_id" text,
	"confirmation_id" text,
	"rules" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payment_authorisations_kind_one_of" CHECK ("payment_authorisations"."kind" in ('pix_person', 'pix_company', 'transfer', 'boleto')),
	CONSTRAINT "payment_authorisations_method_one_of" CHECK ("payment_authorisations"."method" in ('session', 'token', 'trusted', 'email', 'app', 'passkey'))
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "device_id" text;
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "passkey_id" text;
--> statement-breakpoint
ALTER TABLE "access_tokens" ADD COLUMN "per_call_cents" bigint;
--> statement-breakpoint
ALTER TABLE "access_tokens" ADD COLUMN "per_day_cents" bigint;
--> statement-breakpoint
ALTER TABLE "recipients" ADD COLUMN "trusted_cents" bigint;
--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "protections" ADD CONSTRAINT "protections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "limit_rules" ADD CONSTRAINT "limit_rules_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "limit_rules" ADD CONSTRAINT "limit_rules_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "limit_cancellations" ADD CONSTRAINT "limit_cancellations_rule_id_limit_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."limit_rules"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "limit_cancellations" ADD CONSTRAINT "limit_cancellations_cancelled_by_id_users_id_fk" FOREIGN KEY ("cancelled_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "limit_uses" ADD CONSTRAINT "limit_uses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "confirmations" ADD CONSTRAINT "confirmations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payment_authorisations" ADD CONSTRAINT "payment_authorisations_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payment_authorisations" ADD CONSTRAINT "payment_authorisations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payment_authorisations" ADD CONSTRAINT "payment_authorisations_confirmation_id_confirmations_id_fk" FOREIGN KEY ("confirmation_id") REFERENCES "public"."confirmations"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "passkeys" USING btree ("credential_id");
--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "passkey_challenges_expires" ON "passkey_challenges" USING btree ("expires_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "devices_mark" ON "devices" USING btree ("user_id","mark");
--> statement-breakpoint
CREATE INDEX "limit_rules_user" ON "limit_rules" USING btree ("user_id","id");
--> statement-breakpoint
CREATE INDEX "limit_uses_ends" ON "limit_uses" USING btree ("ends_on");
--> statement-breakpoint
CREATE INDEX "confirmations_user" ON "confirmations" USING btree ("user_id","idempotency_key","id");
--> statement-breakpoint
CREATE INDEX "payment_authorisations_user" ON "payment_authorisations" USING btree ("user_id","transaction_id");
