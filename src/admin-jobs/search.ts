import { JOB_NAMES, type JobName } from '#domain/jobs/words';

/** What the address of the screen may carry: the job whose past runs are shown; without it those of all. */
export type JobsSearch = { tarefa?: JobName };

/** Reads the address; what names no job is none, since a link may come from anywhere. */
export const jobOf = (search: Record<string, unknown>): JobName | undefined =>
  JOB_NAMES.find((name) => name === search.tarefa);
