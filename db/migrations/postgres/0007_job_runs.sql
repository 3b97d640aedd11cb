CREATE TABLE "job_runs" (
	"id" text PRIMARY KEY NOT NULL,
	"job" text NOT NULL,
	"turn" text NOT NULL,
	"actor_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"duration_ms" integer,
	"summary" text,
	"error" text,
	CONSTRAINT "job_runs_job_one_of" CHECK ("job_runs"."job" in ('daily_run', 'backup'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "job_runs_turn" ON "job_runs" USING btree ("job","turn");
--> statement-breakpoint
CREATE INDEX "job_runs_created" ON "job_runs" USING btree ("created_at","id");
--> statement-breakpoint
CREATE INDEX "job_runs_open" ON "job_runs" USING btree ("finished_at","started_at");
