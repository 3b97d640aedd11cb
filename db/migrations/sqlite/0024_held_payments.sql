CREATE TABLE `held_payments` (
	`transaction_id` text PRIMARY KEY NOT NULL,
	`provider_id` text NOT NULL,
	`user_id` text NOT NULL,
	`status` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`payer_name` text,
	`payer_document` text,
	`end_to_end_id` text,
	`attempts` integer NOT NULL,
	`is_accepted` integer NOT NULL,
	`sent_at` integer,
	`next_look_at` integer,
	`fail_reason` text,
	`created_at` integer NOT NULL,
	`concluded_at` integer,
	FOREIGN KEY (`transaction_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "held_payments_status_one_of" CHECK("held_payments"."status" in ('held', 'returning', 'released', 'returned')),
	CONSTRAINT "held_payments_amount" CHECK("held_payments"."amount_cents" > 0),
	CONSTRAINT "held_payments_concluded" CHECK(("held_payments"."status" in ('released', 'returned')) = ("held_payments"."concluded_at" is not null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `held_payments_provider` ON `held_payments` (`provider_id`);
--> statement-breakpoint
CREATE INDEX `held_payments_user` ON `held_payments` (`user_id`,`transaction_id`);
--> statement-breakpoint
CREATE INDEX `held_payments_created` ON `held_payments` (`created_at`,`transaction_id`);
--> statement-breakpoint
CREATE INDEX `held_payments_open` ON `held_payments` (`created_at`,`status`) WHERE concluded_at is null;
--> statement-breakpoint
CREATE INDEX `held_payments_due` ON `held_payments` (`next_look_at`) WHERE next_look_at is not null;
