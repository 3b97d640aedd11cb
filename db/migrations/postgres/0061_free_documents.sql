DROP INDEX "users_cpf";
--> statement-breakpoint
DROP INDEX "users_cnpj";
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "document_freed_at" timestamp (3) with time zone;
--> statement-breakpoint
CREATE UNIQUE INDEX "users_cpf" ON "users" USING btree ("cpf") WHERE document_freed_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "users_cnpj" ON "users" USING btree ("cnpj") WHERE document_freed_at is null;
