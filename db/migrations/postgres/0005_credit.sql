CREATE TABLE "credit_proposals" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"purpose" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"term_months" integer NOT NULL,
	"interest_rate" text NOT NULL,
	"instalment_cents" bigint NOT NULL,
	"total_cents" bigint NOT NULL,
	"iof_cents" bigint NOT NULL,
	"cet_annual" text NOT NULL,
	"cet_monthly" text NOT NULL,
	"status" text NOT NULL,
	"collateral_type" text,
	"collateral_renavam" text,
	"collateral_plate" text,
	"collateral_chassis" text,
	"collateral_made_year" integer,
	"collateral_model_year" integer,
	"analysis" jsonb NOT NULL,
	"risk_score" integer NOT NULL,
	"risk_level" text NOT NULL,
	"risk_analysis" text NOT NULL,
	"analysis_pdf_path" text,
	"decision_reason" text,
	"decided_by_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"paid_out_on" date,
	"negativated_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"review_asked_at" timestamp (3) with time zone,
	CONSTRAINT "credit_proposals_status_one_of" CHECK ("credit_proposals"."status" in ('pending', 'under_analysis', 'approved', 'active', 'defaulted', 'rejected', 'cancelled')),
	CONSTRAINT "credit_proposals_collateral_type_one_of" CHECK ("credit_proposals"."collateral_type" in ('moto', 'carro', 'casa')),
	CONSTRAINT "credit_proposals_risk_level_one_of" CHECK ("credit_proposals"."risk_level" in ('muito_baixo', 'baixo', 'moderado', 'alto', 'muito_alto')),
	CONSTRAINT "credit_proposals_amount" CHECK ("credit_proposals"."amount_cents" > 0 and "credit_proposals"."term_months" between 1 and 360)
);
--> statement-breakpoint
CREATE TABLE "instalments" (
	"id" text PRIMARY KEY NOT NULL,
	"proposal_id" text NOT NULL,
	"number" integer NOT NULL,
	"due_on" date NOT NULL,
	"amount_cents" bigint NOT NULL,
	"principal_cents" bigint NOT NULL,
	"interest_cents" bigint NOT NULL,
	"paid_on" date,
	"paid_at" timestamp (3) with time zone,
	"paid_cents" bigint,
	"transaction_id" text,
	CONSTRAINT "instalments_parts" CHECK ("instalments"."amount_cents" = "instalments"."principal_cents" + "instalments"."interest_cents"),
	CONSTRAINT "instalments_paid" CHECK (("instalments"."paid_on" is null) = ("instalments"."paid_cents" is null))
);
--> statement-breakpoint
ALTER TABLE "credit_proposals" ADD CONSTRAINT "credit_proposals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "credit_proposals" ADD CONSTRAINT "credit_proposals_decided_by_id_users_id_fk" FOREIGN KEY ("decided_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "instalments" ADD CONSTRAINT "instalments_proposal_id_credit_proposals_id_fk" FOREIGN KEY ("proposal_id") REFERENCES "public"."credit_proposals"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "instalments" ADD CONSTRAINT "instalments_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "credit_proposals_user" ON "credit_proposals" USING btree ("user_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "credit_proposals_status" ON "credit_proposals" USING btree ("status","created_at","id");
--> statement-breakpoint
CREATE INDEX "credit_proposals_newest" ON "credit_proposals" USING btree ("created_at","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "instalments_proposal" ON "instalments" USING btree ("proposal_id","number");
--> statement-breakpoint
CREATE INDEX "instalments_due" ON "instalments" USING btree ("paid_on","due_on","id");
