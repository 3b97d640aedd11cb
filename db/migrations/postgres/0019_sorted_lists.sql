CREATE INDEX "users_alphabetical" ON "users" USING btree (translate(lower(full_name), 'áàâãäéèêëíìîïóòôõöúùûüçñÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ', 'aaaaaeeeeiiiiooooouuuucnaaaaaeeeeiiiiooooouuuucn') collate "C","id");
--> statement-breakpoint
CREATE INDEX "investments_created" ON "investments" USING btree ("created_at","id");
--> statement-breakpoint
CREATE INDEX "investments_by_amount" ON "investments" USING btree ("amount_cents","id");
--> statement-breakpoint
CREATE INDEX "investments_due" ON "investments" USING btree ("maturity_on","id");
--> statement-breakpoint
CREATE INDEX "credit_proposals_by_amount" ON "credit_proposals" USING btree ("amount_cents","id");
