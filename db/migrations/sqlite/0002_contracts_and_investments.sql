CREATE TABLE `contracts` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`type` text NOT NULL,
	`related_id` text NOT NULL,
	`title` text NOT NULL,
	`status` text NOT NULL,
	`text_version` text NOT NULL,
	`content` text NOT NULL,
	`content_sha256` text NOT NULL,
	`created_at` integer NOT NULL,
	`signed_at` integer,
	`evidence` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "contracts_type_one_of" CHECK("contracts"."type" in ('credit', 'investment')),
	CONSTRAINT "contracts_status_one_of" CHECK("contracts"."status" in ('pending_signature', 'signed', 'cancelled'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `contracts_related` ON `contracts` (`related_id`);
--> statement-breakpoint
CREATE INDEX `contracts_user` ON `contracts` (`user_id`,`id`);
--> statement-breakpoint
CREATE TABLE `contract_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`contract_id` text NOT NULL,
	`code_hash` text NOT NULL,
	`sent_to` text NOT NULL,
	`attempts` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`contract_id`) REFERENCES `contracts`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `contract_codes_contract` ON `contract_codes` (`contract_id`,`id`);
--> statement-breakpoint
CREATE TABLE `investment_products` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`min_amount_cents` integer NOT NULL,
	`annual_rate` text NOT NULL,
	`term_days` integer NOT NULL,
	`risk_level` text NOT NULL,
	`is_active` integer NOT NULL,
	`created_at` integer NOT NULL,
	CONSTRAINT "investment_products_risk_level_one_of" CHECK("investment_products"."risk_level" in ('low', 'medium', 'high'))
) STRICT;
--> statement-breakpoint
CREATE TABLE `investments` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`product_id` text NOT NULL,
	`account_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`annual_rate` text NOT NULL,
	`expected_return_cents` integer NOT NULL,
	`status` text NOT NULL,
	`start_on` text NOT NULL,
	`maturity_on` text NOT NULL,
	`created_at` integer NOT NULL,
	`ended_on` text,
	`yield_cents` integer,
	`iof_cents` integer,
	`income_tax_cents` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`product_id`) REFERENCES `investment_products`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "investments_status_one_of" CHECK("investments"."status" in ('active', 'matured', 'redeemed')),
	CONSTRAINT "investments_amount" CHECK("investments"."amount_cents" > 0),
	CONSTRAINT "investments_ended" CHECK(("investments"."status" = 'active') = ("investments"."ended_on" is null))
) STRICT;
--> statement-breakpoint
CREATE INDEX `investments_user` ON `investments` (`user_id`,`id`);
--> statement-breakpoint
CREATE INDEX `investments_maturity` ON `investments` (`status`,`maturity_on`,`id`);
