PRAGMA foreign_keys=OFF;
--> statement-breakpoint
CREATE TABLE `__new_payment_orders` (
	`transaction_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`target` text,
	`target_type` text,
	`payee_name` text,
	`payee_document` text,
	`due_on` text,
	`incoming_id` text,
	`return_reason` text,
	`return_text` text,
	`provider_id` text,
	`end_to_end_id` text,
	`attempts` integer NOT NULL,
	`sent_at` integer,
	`next_look_at` integer,
	`fail_reason` text,
	`concluded_by_id` text,
	`created_at` integer NOT NULL,
	`concluded_at` integer,
	FOREIGN KEY (`transaction_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`concluded_by_id`) REFERENCES `transactions`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payment_orders_kind_one_of" CHECK("__new_payment_orders"."kind" in ('pix', 'boleto', 'move_in', 'move_out', 'return')),
	CONSTRAINT "payment_orders_status_one_of" CHECK("__new_payment_orders"."status" in ('reserved', 'sending', 'processing', 'done', 'failed', 'returned')),
	CONSTRAINT "payment_orders_target_type_one_of" CHECK("__new_payment_orders"."target_type" in ('CPF', 'CNPJ', 'EMAIL', 'PHONE', 'EVP')),
	CONSTRAINT "payment_orders_return_reason_one_of" CHECK("__new_payment_orders"."return_reason" in ('duplicate', 'wrong_amount', 'unknown_payer', 'cancelled', 'other')),
	CONSTRAINT "payment_orders_incoming_of_return" CHECK(("__new_payment_orders"."kind" = 'return') = ("__new_payment_orders"."incoming_id" is not null)),
	CONSTRAINT "payment_orders_amount" CHECK("__new_payment_orders"."amount_cents" > 0),
	CONSTRAINT "payment_orders_concluded" CHECK(("__new_payment_orders"."status" in ('done', 'failed', 'returned')) = ("__new_payment_orders"."concluded_at" is not null and "__new_payment_orders"."concluded_by_id" is not null))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_payment_orders`("transaction_id", "user_id", "kind", "status", "amount_cents", "target", "target_type", "payee_name", "payee_document", "due_on", "provider_id", "end_to_end_id", "attempts", "sent_at", "next_look_at", "fail_reason", "concluded_by_id", "created_at", "concluded_at") SELECT "transaction_id", "user_id", "kind", "status", "amount_cents", "target", "target_type", "payee_name", "payee_document", "due_on", "provider_id", "end_to_end_id", "attempts", "sent_at", "next_look_at", "fail_reason", "concluded_by_id", "created_at", "concluded_at" FROM `payment_orders`;
--> statement-breakpoint
DROP TABLE `payment_orders`;
--> statement-breakpoint
ALTER TABLE `__new_payment_orders` RENAME TO `payment_orders`;
--> statement-breakpoint
PRAGMA foreign_keys=ON;
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_orders_provider` ON `payment_orders` (`provider_id`);
--> statement-breakpoint
CREATE INDEX `payment_orders_due` ON `payment_orders` (`next_look_at`);
--> statement-breakpoint
CREATE INDEX `payment_orders_user` ON `payment_orders` (`user_id`,`transaction_id`);
--> statement-breakpoint
CREATE INDEX `payment_orders_open` ON `payment_orders` (`created_at`,`status`) WHERE concluded_at is null;
--> statement-breakpoint
CREATE INDEX `payment_orders_incoming` ON `payment_orders` (`incoming_id`) WHERE incoming_id is not null;
--> statement-breakpoint
CREATE INDEX `payment_orders_end_to_end` ON `payment_orders` (`end_to_end_id`) WHERE end_to_end_id is not null;
--> statement-breakpoint
ALTER TABLE `incoming_payments` ADD `order_id` text REFERENCES transactions(id);
--> statement-breakpoint
ALTER TABLE `incoming_payments` ADD `is_return` integer DEFAULT false NOT NULL;
--> statement-breakpoint
CREATE INDEX `incoming_payments_order` ON `incoming_payments` (`order_id`) WHERE order_id is not null;
--> statement-breakpoint
ALTER TABLE `held_payments` ADD `is_return` integer DEFAULT false NOT NULL;
