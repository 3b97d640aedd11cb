PRAGMA foreign_keys=OFF;
--> statement-breakpoint
CREATE TABLE `__new_consents` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`is_granted` integer NOT NULL,
	`ip` text NOT NULL,
	`decided_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "consents_kind_one_of" CHECK("__new_consents"."kind" in ('instalment_cover', 'product_news', 'usage_research'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_consents`("id", "user_id", "kind", "is_granted", "ip", "decided_at") SELECT "id", "user_id", "kind", "is_granted", "ip", "decided_at" FROM `consents`;
--> statement-breakpoint
DROP TABLE `consents`;
--> statement-breakpoint
ALTER TABLE `__new_consents` RENAME TO `consents`;
--> statement-breakpoint
PRAGMA foreign_keys=ON;
--> statement-breakpoint
CREATE INDEX `consents_user` ON `consents` (`user_id`,`kind`,`id`);
