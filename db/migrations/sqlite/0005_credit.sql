CREATE TABLE `credit_proposals` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`purpose` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`term_months` integer NOT NULL,
	`interest_rate` text NOT NULL,
	`instalment_cents` integer NOT NULL,
	`total_cents` integer NOT NULL,
	`iof_cents` integer NOT NULL,
	`cet_annual` text NOT NULL,
	`cet_monthly` text NOT NULL,
	`status` text NOT NULL,
	`collateral_type` text,
	`collateral_renavam` text,
	`collateral_plate` text,
	`collateral_chassis` text,
	`collateral_made_year` integer,
	`collateral_model_year` integer,
	`analysis` text NOT NULL,
	`risk_score` integer NOT NULL,
	`risk_level` text NOT NULL,
	`risk_analysis` text NOT NULL,
	`analysis_pdf_path` text,
	`decision_reason` text,
	`decided_by_id` text,
	`created_at` integer NOT NULL,
	`decided_at` integer,
	`paid_out_on` text,
	`negativated_at` integer,
	`finished_at` integer,
	`review_asked_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "credit_proposals_status_one_of" CHECK("credit_proposals"."status" in ('pending', 'under_analysis', 'approved', 'active', 'defaulted', 'rejected', 'cancelled')),
	CONSTRAINT "credit_proposals_collateral_type_one_of" CHECK("credit_proposals"."collateral_type" in ('moto', 'carro', 'casa')),
	CONSTRAINT "credit_proposals_risk_level_one_of" CHECK("credit_proposals"."risk_level" in ('muito_baixo', 'baixo', 'moderado', 'alto', 'muito_alto')),
	CONSTRAINT "credit_proposals_amount" CHECK("credit_proposals"."amount_cents" > 0 and "credit_proposals"."term_months" between 1 and 360)
) STRICT;
--> statement-breakpoint
CREATE INDEX `credit_proposals_user` ON `credit_proposals` (`user_id`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `credit_proposals_status` ON `credit_proposals` (`status`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `credit_proposals_newest` ON `credit_proposals` (`created_at`,`id`);
--> statement-breakpoint
CREATE TABLE `instalments` (
	`id` text PRIMARY KEY NOT NULL,
	`proposal_id` text NOT NULL,
	`number` integer NOT NULL,
	`due_on` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`principal_cents` integer NOT NULL,
	`interest_cents` integer NOT NULL,
	`paid_on` text,
	`paid_at` integer,
	`paid_cents` integer,
	`transaction_id` text,
	FOREIGN KEY (`proposal_id`) REFERENCES `credit_proposals`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`transaction_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "instalments_parts" CHECK("instalments"."amount_cents" = "instalments"."principal_cents" + "instalments"."interest_cents"),
	CONSTRAINT "instalments_paid" CHECK(("instalments"."paid_on" is null) = ("instalments"."paid_cents" is null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `instalments_proposal` ON `instalments` (`proposal_id`,`number`);
--> statement-breakpoint
CREATE INDEX `instalments_due` ON `instalments` (`paid_on`,`due_on`,`id`);
