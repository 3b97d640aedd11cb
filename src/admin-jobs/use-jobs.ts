import { useEffect, useRef } from 'react';
import { BACKGROUND_QUERY, trpc } from '../trpc.ts';
import { toast } from '../ui/toast.ts';
import { endedRuns, fingerprintOf, type Job, openRun, type Run } from './jobs.ts';

const EVERY_MS = { running: 1000, idle: 10_000 };

export function useJobs() {
  const utils = trpc.useUtils();
  const query = trpc.admin.jobs.list.useQuery(undefined, {
    refetchInterval: ({ state }) =>
      state.data?.jobs.some((job) => openRun(job)) ? EVERY_MS.running : EVERY_MS.idle,
    refetchOnMount: 'always',
    ...BACKGROUND_QUERY,
  });
  const jobs = query.data?.jobs;
  const before = useRef<readonly Job[]>(undefined);
  useEffect(() => {
    if (!jobs) return;
    const known = before.current;
    before.current = jobs;
    if (!known || fingerprintOf(known) === fingerprintOf(jobs)) return;
    for (const run of endedRuns(known, jobs)) announce(run);
    void utils.admin.jobs.runs.invalidate();
  }, [jobs, utils]);
  return query;
}

function announce({ label, state, error }: Run): void {
  if (state === 'done') toast({ title: `${label} concluída` });
  else toast({ title: `${label} não foi concluída`, ...(error && { description: error }), tone: 'error' });
}
