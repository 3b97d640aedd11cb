CREATE TABLE `job_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`job` text NOT NULL,
	`turn` text NOT NULL,
	`actor_id` text,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`finished_at` integer,
	`duration_ms` integer,
	`summary` text,
	`error` text,
	CONSTRAINT "job_runs_job_one_of" CHECK("job_runs"."job" in ('daily_run', 'backup'))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `job_runs_turn` ON `job_runs` (`job`,`turn`);
--> statement-breakpoint
CREATE INDEX `job_runs_created` ON `job_runs` (`created_at`,`id`);
--> statement-breakpoint
CREATE INDEX `job_runs_open` ON `job_runs` (`finished_at`,`started_at`);
