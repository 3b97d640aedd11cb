PRAGMA foreign_keys=OFF;
--> statement-breakpoint
CREATE TABLE `__new_waiting_payments` (
	`transaction_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`payee_name` text,
	`payee_document` text,
	`request` text NOT NULL,
	`next_look_at` integer,
	`ended_by_id` text,
	`payment_id` text,
	`reason` text,
	`concluded_at` integer,
	FOREIGN KEY (`transaction_id`) REFERENCES `payment_intents`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`ended_by_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "waiting_payments_kind_one_of" CHECK("__new_waiting_payments"."kind" in ('transfer', 'pix', 'boleto')),
	CONSTRAINT "waiting_payments_status_one_of" CHECK("__new_waiting_payments"."status" in ('waiting', 'paid', 'undone', 'refused')),
	CONSTRAINT "waiting_payments_concluded" CHECK(("__new_waiting_payments"."status" = 'waiting') = ("__new_waiting_payments"."concluded_at" is null) and ("__new_waiting_payments"."status" = 'waiting') = ("__new_waiting_payments"."ended_by_id" is null) and ("__new_waiting_payments"."status" = 'paid') = ("__new_waiting_payments"."payment_id" is not null))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_waiting_payments`("transaction_id", "user_id", "kind", "status", "payee_name", "payee_document", "request", "next_look_at", "ended_by_id", "payment_id", "reason", "concluded_at") SELECT "transaction_id", "user_id", "kind", "status", "payee_name", "payee_document", "request", "next_look_at", "ended_by_id", "payment_id", "reason", "concluded_at" FROM `waiting_payments`;
--> statement-breakpoint
DROP TABLE `waiting_payments`;
--> statement-breakpoint
ALTER TABLE `__new_waiting_payments` RENAME TO `waiting_payments`;
--> statement-breakpoint
PRAGMA foreign_keys=ON;
--> statement-breakpoint
CREATE INDEX `waiting_payments_user` ON `waiting_payments` (`user_id`,`transaction_id`);
--> statement-breakpoint
CREATE INDEX `waiting_payments_waiting` ON `waiting_payments` (`user_id`) WHERE status = 'waiting';
--> statement-breakpoint
CREATE INDEX `waiting_payments_due` ON `waiting_payments` (`next_look_at`) WHERE status = 'waiting';
