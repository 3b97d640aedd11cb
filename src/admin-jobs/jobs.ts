import type { RouterOutputs } from '../trpc.ts';

export type Jobs = RouterOutputs['admin']['jobs']['list'];
export type Job = Jobs['jobs'][number];
export type Run = Job['runs'][number];

export const isOpen = ({ state }: Pick<Run, 'state'>): boolean => state === 'asked' || state === 'running';

export const openRun = ({ runs }: Pick<Job, 'runs'>): Run | undefined => runs.find(isOpen);
export const lastRun = ({ runs }: Pick<Job, 'runs'>): Run | undefined => runs.find((run) => !isOpen(run));

export const askerOf = ({ askedByName }: Pick<Run, 'askedByName'>): string => askedByName ?? 'Automática';

/** Runs that ended between two answers, including runs too short to appear in `before`. */
export function endedRuns(before: readonly Job[], now: readonly Job[]): Run[] {
  const ended = (jobs: readonly Job[]) => jobs.flatMap(({ runs }) => runs.filter((run) => !isOpen(run)));
  const known = new Set(ended(before).map(({ id }) => id));
  return ended(now).filter(({ id }) => !known.has(id));
}

/** A text that changes whenever a run is added, starts or ends. */
export const fingerprintOf = (jobs: readonly Job[]): string =>
  jobs.flatMap(({ runs }) => runs.map(({ id, state }) => `${id} ${state}`)).join();
