ALTER TABLE `bank_clock` ADD `known_real_at` integer;
--> statement-breakpoint
ALTER TABLE `bank_clock` ADD `told_of_day` text;
--> statement-breakpoint
UPDATE `bank_clock` SET `known_real_at` = (SELECT max(`finished_at`) FROM `daily_runs`);
