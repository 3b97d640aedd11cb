CREATE TABLE "contracts" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"type" text NOT NULL,
	"related_id" text NOT NULL,
	"title" text NOT NULL,
	"status" text NOT NULL,
	"text_version" text NOT NULL,
	"content" text NOT NULL,
	"content_sha256" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"signed_at" timestamp (3) with time zone,
	"evidence" text,
	CONSTRAINT "contracts_type_one_of" CHECK ("contracts"."type" in ('credit', 'investment')),
	CONSTRAINT "contracts_status_one_of" CHECK ("contracts"."status" in ('pending_signature', 'signed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "contract_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"contract_id" text NOT NULL,
	"code_hash" text NOT NULL,
	"sent_to" text NOT NULL,
	"attempts" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "investment_products" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"min_amount_cents" bigint NOT NULL,
	"annual_rate" text NOT NULL,
	"term_days" integer NOT NULL,
	"risk_level" text NOT NULL,
	"is_active" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "investment_products_risk_level_one_of" CHECK ("investment_products"."risk_level" in ('low', 'medium', 'high'))
);
--> statement-breakpoint
CREATE TABLE "investments" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"product_id" text NOT NULL,
	"account_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"annual_rate" text NOT NULL,
	"expected_return_cents" bigint NOT NULL,
	"status" text NOT NULL,
	"start_on" date NOT NULL,
	"maturity_on" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_on" date,
	"yield_cents" bigint,
	"iof_cents" bigint,
	"income_tax_cents" bigint,
	CONSTRAINT "investments_status_one_of" CHECK ("investments"."status" in ('active', 'matured', 'redeemed')),
	CONSTRAINT "investments_amount" CHECK ("investments"."amount_cents" > 0),
	CONSTRAINT "investments_ended" CHECK (("investments"."status" = 'active') = ("investments"."ended_on" is null))
);
--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "contract_codes" ADD CONSTRAINT "contract_codes_contract_id_contracts_id_fk" FOREIGN KEY ("contract_id") REFERENCES "public"."contracts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "investments" ADD CONSTRAINT "investments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "investments" ADD CONSTRAINT "investments_product_id_investment_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."investment_products"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "investments" ADD CONSTRAINT "investments_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "contracts_related" ON "contracts" USING btree ("related_id");
--> statement-breakpoint
CREATE INDEX "contracts_user" ON "contracts" USING btree ("user_id","id");
--> statement-breakpoint
CREATE INDEX "contract_codes_contract" ON "contract_codes" USING btree ("contract_id","id");
--> statement-breakpoint
CREATE INDEX "investments_user" ON "investments" USING btree ("user_id","id");
--> statement-breakpoint
CREATE INDEX "investments_maturity" ON "investments" USING btree ("status","maturity_on","id");
