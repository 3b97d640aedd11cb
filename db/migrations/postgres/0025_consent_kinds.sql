ALTER TABLE "consents" DROP CONSTRAINT "consents_kind_one_of";
--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_kind_one_of" CHECK ("consents"."kind" in ('instalment_cover', 'product_news', 'usage_research'));
