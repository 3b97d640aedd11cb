ALTER TABLE `protections` ADD `factors_end_at` integer;
--> statement-breakpoint
CREATE INDEX `protections_factors_end` ON `protections` (`factors_end_at`) WHERE factors_end_at is not null;
