import { describe, expect, test } from 'vitest';
import { endedRuns, fingerprintOf, type Job, lastRun, openRun, type Run } from './jobs.ts';

const run = (id: string, state: Run['state']): Run => ({
  id,
  job: 'backup',
  label: 'Cópia de segurança',
  state,
  askedByName: null,
  createdAt: '2026-11-21T06:30:00.000Z',
  startedAt: null,
  durationMs: null,
  summary: null,
  error: null,
});
const job = (...runs: Run[]): Job => ({
  name: 'backup',
  label: 'Cópia de segurança',
  about: '',
  schedule: '',
  nextRunAt: null,
  runs,
});

describe('the runs of a job', () => {
  test('a job shows its running run and its last ended run', () => {
    const seen = job(run('b', 'running'), run('a', 'failed'));
    expect(openRun(seen)?.id).toBe('b');
    expect(lastRun(seen)?.id).toBe('a');
    expect(openRun(job(run('a', 'lost')))).toBeUndefined();
    expect(lastRun(job())).toBeUndefined();
  });

  test('a run that ends is announced exactly once', () => {
    const before = [job(run('b', 'asked'), run('a', 'done'))];
    const during = [job(run('b', 'running'), run('a', 'done'))];
    const after = [job(run('b', 'done'), run('a', 'done'))];
    expect(endedRuns(before, during)).toEqual([]);
    expect(endedRuns(during, after).map(({ id }) => id)).toEqual(['b']);
    expect(endedRuns(after, after)).toEqual([]);
    const quick = [job(run('c', 'failed'), run('b', 'done'))];
    expect(endedRuns(after, quick).map(({ id }) => id)).toEqual(['c']);
    expect(new Set([before, during, after].map(fingerprintOf)).size).toBe(3);
  });
});
