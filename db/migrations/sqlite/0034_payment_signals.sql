CREATE TABLE `payment_reviews` (
	`transaction_id` text PRIMARY KEY NOT NULL,
	`status` text NOT NULL,
	`reasons` text NOT NULL,
	`score` integer NOT NULL,
	`created_at` integer NOT NULL,
	`decided_by_id` text,
	`reason` text,
	`decided_at` integer,
	FOREIGN KEY (`transaction_id`) REFERENCES `waiting_payments`(`transaction_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payment_reviews_status_one_of" CHECK("payment_reviews"."status" in ('pending', 'approved', 'refused')),
	CONSTRAINT "payment_reviews_decided" CHECK(("payment_reviews"."status" = 'pending') = ("payment_reviews"."decided_at" is null))
) STRICT;
--> statement-breakpoint
CREATE INDEX `payment_reviews_status` ON `payment_reviews` (`status`,`created_at`,`transaction_id`);
--> statement-breakpoint
CREATE TABLE `refused_payments` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`target` text NOT NULL,
	`payee_name` text,
	`access_id` text,
	`idempotency_key` text,
	`signals` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refused_payments_kind_one_of" CHECK("refused_payments"."kind" in ('pix_person', 'pix_company', 'transfer', 'boleto'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `refused_payments_user` ON `refused_payments` (`user_id`,`id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `refused_payments_key` ON `refused_payments` (`user_id`,`idempotency_key`);
--> statement-breakpoint
CREATE INDEX `refused_payments_created` ON `refused_payments` (`created_at`,`id`);
--> statement-breakpoint
CREATE TABLE `signal_rules` (
	`id` text PRIMARY KEY NOT NULL,
	`based_on` text NOT NULL,
	`rules` text NOT NULL,
	`created_by_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`created_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `signal_rules_based_on` ON `signal_rules` (`based_on`);
--> statement-breakpoint
ALTER TABLE `protections` ADD `contact_changed_at` integer;
--> statement-breakpoint
ALTER TABLE `limit_uses` ADD `payments` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `payment_authorisations` ADD `signals` text;
--> statement-breakpoint
CREATE INDEX `payment_authorisations_created` ON `payment_authorisations` (`created_at`,`transaction_id`) WHERE signals is not null;
