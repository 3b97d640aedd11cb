CREATE INDEX `credit_proposals_paid_out` ON `credit_proposals` (`id`,`negativated_at`) WHERE paid_out_on is not null;
--> statement-breakpoint
CREATE INDEX `instalments_open` ON `instalments` (`proposal_id`,`due_on`,`amount_cents`) WHERE paid_on is null;
