import type { RouterOutputs } from '../trpc.ts';

/** What the bank answers about what it does by itself. */
export type Jobs = RouterOutputs['admin']['jobs']['list'];
export type Job = Jobs['jobs'][number];
export type Run = Job['runs'][number];

/** Whether a run is still to come to its end. */
export const isOpen = ({ state }: Pick<Run, 'state'>): boolean => state === 'asked' || state === 'running';

/** The run of a job that waits or goes on, and the last one that is over. */
export const openRun = ({ runs }: Pick<Job, 'runs'>): Run | undefined => runs.find(isOpen);
export const lastRun = ({ runs }: Pick<Job, 'runs'>): Run | undefined => runs.find((run) => !isOpen(run));

/** Who had it run. */
export const askerOf = ({ askedByName }: Pick<Run, 'askedByName'>): string => askedByName ?? 'Automática';

/** Runs that are over now and were not before; a quick one was not there at all. */
export function endedRuns(before: readonly Job[], now: readonly Job[]): Run[] {
  const over = (jobs: readonly Job[]) => jobs.flatMap(({ runs }) => runs.filter((run) => !isOpen(run)));
  const known = new Set(over(before).map(({ id }) => id));
  return over(now).filter(({ id }) => !known.has(id));
}

/** Tells whether any run has come, begun or ended between two answers. */
export const standingOf = (jobs: readonly Job[]): string =>
  jobs.flatMap(({ runs }) => runs.map(({ id, state }) => `${id} ${state}`)).join();
