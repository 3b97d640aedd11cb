PRAGMA foreign_keys=OFF;
--> statement-breakpoint
CREATE TABLE `__new_covered_payments` (
	`cover_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`cover_cents` integer NOT NULL,
	`request` text NOT NULL,
	`payment_key` text NOT NULL,
	`asked_by` text,
	`access_id` text,
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
	CONSTRAINT "covered_payments_kind_one_of" CHECK("__new_covered_payments"."kind" in ('transfer', 'boleto', 'pix', 'investment', 'instalments')),
	CONSTRAINT "covered_payments_status_one_of" CHECK("__new_covered_payments"."status" in ('covering', 'paying', 'done', 'failed')),
	CONSTRAINT "covered_payments_asked_by_one_of" CHECK("__new_covered_payments"."asked_by" in ('session', 'token')),
	CONSTRAINT "covered_payments_amount" CHECK("__new_covered_payments"."cover_cents" > 0 and "__new_covered_payments"."amount_cents" >= "__new_covered_payments"."cover_cents"),
	CONSTRAINT "covered_payments_concluded" CHECK(("__new_covered_payments"."status" in ('done', 'failed')) = ("__new_covered_payments"."concluded_at" is not null))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_covered_payments`("cover_id", "user_id", "kind", "status", "amount_cents", "cover_cents", "request", "payment_key", "answer", "order_id", "return_id", "fail_reason", "next_look_at", "created_at", "concluded_at") SELECT "cover_id", "user_id", "kind", "status", "amount_cents", "cover_cents", "request", "payment_key", "answer", "order_id", "return_id", "fail_reason", "next_look_at", "created_at", "concluded_at" FROM `covered_payments`;
--> statement-breakpoint
DROP TABLE `covered_payments`;
--> statement-breakpoint
ALTER TABLE `__new_covered_payments` RENAME TO `covered_payments`;
--> statement-breakpoint
PRAGMA foreign_keys=ON;
--> statement-breakpoint
CREATE INDEX `covered_payments_due` ON `covered_payments` (`next_look_at`);
--> statement-breakpoint
CREATE INDEX `covered_payments_user` ON `covered_payments` (`user_id`,`cover_id`);
--> statement-breakpoint
CREATE INDEX `covered_payments_return` ON `covered_payments` (`return_id`);
--> statement-breakpoint
CREATE INDEX `confirmations_proven` ON `confirmations` (`user_id`,`idempotency_key`) WHERE proven_at is not null and used_at is null;
--> statement-breakpoint
CREATE INDEX `payment_authorisations_confirmation` ON `payment_authorisations` (`confirmation_id`) WHERE confirmation_id is not null;
