CREATE TABLE "covered_payments" (
	"cover_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"cover_cents" bigint NOT NULL,
	"request" jsonb NOT NULL,
	"payment_key" text NOT NULL,
	"answer" jsonb,
	"order_id" text,
	"return_id" text,
	"fail_reason" text,
	"next_look_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"concluded_at" timestamp (3) with time zone,
	CONSTRAINT "covered_payments_kind_one_of" CHECK ("covered_payments"."kind" in ('transfer', 'boleto', 'pix', 'investment', 'instalments')),
	CONSTRAINT "covered_payments_status_one_of" CHECK ("covered_payments"."status" in ('covering', 'paying', 'done', 'failed')),
	CONSTRAINT "covered_payments_amount" CHECK ("covered_payments"."cover_cents" > 0 and "covered_payments"."amount_cents" >= "covered_payments"."cover_cents"),
	CONSTRAINT "covered_payments_concluded" CHECK (("covered_payments"."status" in ('done', 'failed')) = ("covered_payments"."concluded_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "covered_payments" ADD CONSTRAINT "covered_payments_cover_id_transactions_id_fk" FOREIGN KEY ("cover_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "covered_payments" ADD CONSTRAINT "covered_payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "covered_payments" ADD CONSTRAINT "covered_payments_order_id_transactions_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "covered_payments" ADD CONSTRAINT "covered_payments_return_id_transactions_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "covered_payments_due" ON "covered_payments" USING btree ("next_look_at");
--> statement-breakpoint
CREATE INDEX "covered_payments_user" ON "covered_payments" USING btree ("user_id","cover_id");
--> statement-breakpoint
CREATE INDEX "covered_payments_return" ON "covered_payments" USING btree ("return_id");
