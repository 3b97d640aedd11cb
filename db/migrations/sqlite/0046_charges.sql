CREATE TABLE `charges` (
	`id` text PRIMARY KEY NOT NULL,
	`public_id` text NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`description` text NOT NULL,
	`ends_at` integer NOT NULL,
	`due_on` text,
	`valid_days` integer NOT NULL,
	`terms` text NOT NULL,
	`provider_id` text,
	`payload` text,
	`txid` text,
	`payee_name` text,
	`payee_document` text,
	`institution` text,
	`attempts` integer NOT NULL,
	`sent_at` integer,
	`next_look_at` integer,
	`fail_reason` text,
	`created_at` integer NOT NULL,
	`concluded_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "charges_kind_one_of" CHECK("charges"."kind" in ('immediate', 'dated')),
	CONSTRAINT "charges_status_one_of" CHECK("charges"."status" in ('making', 'open', 'paid', 'expired', 'cancelled', 'failed')),
	CONSTRAINT "charges_amount" CHECK("charges"."amount_cents" > 0),
	CONSTRAINT "charges_dated" CHECK(("charges"."kind" = 'dated') = ("charges"."due_on" is not null)),
	CONSTRAINT "charges_code" CHECK("charges"."status" <> 'open' or ("charges"."provider_id" is not null and "charges"."payload" is not null)),
	CONSTRAINT "charges_concluded" CHECK(("charges"."status" in ('making', 'open')) = ("charges"."concluded_at" is null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `charges_public` ON `charges` (`public_id`);
--> statement-breakpoint
CREATE UNIQUE INDEX `charges_provider` ON `charges` (`provider_id`);
--> statement-breakpoint
CREATE INDEX `charges_user` ON `charges` (`user_id`,`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `charges_user_amount` ON `charges` (`user_id`,`amount_cents`,`id`);
--> statement-breakpoint
CREATE INDEX `charges_txid` ON `charges` (`txid`) WHERE txid is not null;
--> statement-breakpoint
CREATE INDEX `charges_due` ON `charges` (`next_look_at`) WHERE next_look_at is not null;
--> statement-breakpoint
CREATE INDEX `charges_ending` ON `charges` (`ends_at`) WHERE status = 'open';
--> statement-breakpoint
CREATE TABLE `charge_payments` (
	`provider_id` text PRIMARY KEY NOT NULL,
	`charge_id` text NOT NULL,
	`transaction_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`payer_name` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`charge_id`) REFERENCES `charges`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`transaction_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "charge_payments_amount" CHECK("charge_payments"."amount_cents" > 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `charge_payments_charge` ON `charge_payments` (`charge_id`,`created_at`);
