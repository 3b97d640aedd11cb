ALTER TABLE `credit_proposals` ADD `reviewed_at` integer;
--> statement-breakpoint
ALTER TABLE `credit_proposals` ADD `review_text` text;
--> statement-breakpoint
CREATE INDEX `credit_proposals_review` ON `credit_proposals` (`review_asked_at`,`status`) WHERE review_asked_at is not null and reviewed_at is null;
