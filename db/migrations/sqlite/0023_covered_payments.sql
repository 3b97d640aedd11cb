CREATE TABLE `covered_payments` (
	`cover_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`cover_cents` integer NOT NULL,
	`request` text NOT NULL,
	`payment_key` text NOT NULL,
	`answer` text,
	`order_id` text,
	`return_id` text,
	`fail_reason` text,
	`next_look_at` integer,
	`created_at` integer NOT NULL,
	`concluded_at` integer,
	FOREIGN KEY (`cover_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`return_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "covered_payments_kind_one_of" CHECK("covered_payments"."kind" in ('transfer', 'boleto', 'pix', 'investment', 'instalments')),
	CONSTRAINT "covered_payments_status_one_of" CHECK("covered_payments"."status" in ('covering', 'paying', 'done', 'failed')),
	CONSTRAINT "covered_payments_amount" CHECK("covered_payments"."cover_cents" > 0 and "covered_payments"."amount_cents" >= "covered_payments"."cover_cents"),
	CONSTRAINT "covered_payments_concluded" CHECK(("covered_payments"."status" in ('done', 'failed')) = ("covered_payments"."concluded_at" is not null))
) STRICT;
--> statement-breakpoint
CREATE INDEX `covered_payments_due` ON `covered_payments` (`next_look_at`);
--> statement-breakpoint
CREATE INDEX `covered_payments_user` ON `covered_payments` (`user_id`,`cover_id`);
--> statement-breakpoint
CREATE INDEX `covered_payments_return` ON `covered_payments` (`return_id`);
