CREATE TABLE "waiting_payments" (
	"transaction_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"account_id" text NOT NULL,
	"target" text NOT NULL,
	"payee_name" text,
	"payee_document" text,
	"request" jsonb NOT NULL,
	"release_at" timestamp (3) with time zone NOT NULL,
	"next_look_at" timestamp (3) with time zone,
	"ended_by_id" text,
	"payment_id" text,
	"reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"concluded_at" timestamp (3) with time zone,
	CONSTRAINT "waiting_payments_kind_one_of" CHECK ("waiting_payments"."kind" in ('transfer', 'pix', 'boleto')),
	CONSTRAINT "waiting_payments_status_one_of" CHECK ("waiting_payments"."status" in ('waiting', 'paid', 'undone', 'refused')),
	CONSTRAINT "waiting_payments_amount" CHECK ("waiting_payments"."amount_cents" > 0),
	CONSTRAINT "waiting_payments_concluded" CHECK (("waiting_payments"."status" = 'waiting') = ("waiting_payments"."concluded_at" is null) and ("waiting_payments"."status" = 'waiting') = ("waiting_payments"."ended_by_id" is null) and ("waiting_payments"."status" = 'paid') = ("waiting_payments"."payment_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "accounts" DROP CONSTRAINT "accounts_account_type_one_of";
--> statement-breakpoint
DROP INDEX "accounts_one_each";
--> statement-breakpoint
ALTER TABLE "protections" ADD COLUMN "undo_minutes" integer;
--> statement-breakpoint
ALTER TABLE "waiting_payments" ADD CONSTRAINT "waiting_payments_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "waiting_payments" ADD CONSTRAINT "waiting_payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "waiting_payments" ADD CONSTRAINT "waiting_payments_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "waiting_payments" ADD CONSTRAINT "waiting_payments_ended_by_id_transactions_id_fk" FOREIGN KEY ("ended_by_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "waiting_payments" ADD CONSTRAINT "waiting_payments_payment_id_transactions_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "waiting_payments_user" ON "waiting_payments" USING btree ("user_id","transaction_id");
--> statement-breakpoint
CREATE INDEX "waiting_payments_due" ON "waiting_payments" USING btree ("next_look_at") WHERE status = 'waiting';
--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_one_each" ON "accounts" USING btree ("user_id","account_type") WHERE account_type in ('investment', 'external', 'held');
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_account_type_one_of" CHECK ("accounts"."account_type" in ('checking', 'savings', 'investment', 'external', 'held', 'bank'));
