/** @module-tag postgresInCi */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, vi } from 'vitest';
import type { Bank } from '#server/kernel/context';
import { receiveMany } from '#server/payments/testing/receive-many';
import { activate, pixScene } from '#server/payments/testing/scene';
import { test } from '#server/testing/bank-test';
import { pages } from '#server/work/pages';
import { eachOfAll } from '#server/work/queue';
import { untilStopped } from '#server/work/stopping';
import { BANK_JOBS } from './bank-jobs.ts';
import { startScheduler } from './scheduler.ts';

const DAILY = BANK_JOBS.filter(({ name }) => name === 'daily_run');
const start = (bank: Bank) => startScheduler(bank, { jobs: DAILY, askEveryMs: 5 });

/** On a busy machine. What is stopped here would take ten seconds and more. */
const AT_ONCE_MS = 3_000;
const LONG_MS = 60_000;

const ITEMS = Array.from({ length: 2_000 }, (_, place) => place);

/** A step of ten seconds, until `pace.pauseMs` is less. As real ones, each run reads what is left. */
function longStep(bank: Bank) {
  const done: number[] = [];
  const pace = { pauseMs: 20 };
  const work = async (item: number) => {
    await sleep(pace.pauseMs);
    done.push(item);
  };
  const run = () => {
    const left = ITEMS.filter((item) => !done.includes(item));
    const read = async (last: number | null) => left.filter((item) => item > (last ?? -1)).slice(0, 100);
    return eachOfAll(pages(100, read), { work, failed: () => {} });
  };
  bank.registry.dailySteps = [{ name: 'long', stopsNothing: true, run }];
  return { done, pace, isBegun: () => vi.waitFor(() => expect(done.length).toBeGreaterThan(0), LONG_MS) };
}

async function msOf(work: Promise<unknown>): Promise<number> {
  const startedAtMs = performance.now();
  await work;
  return performance.now() - startedAtMs;
}

const openSteps = async ({ db }: Bank) =>
  (await db.select().from(db.tables.dailyRuns)).flatMap(({ step, finishedAt }) => (finishedAt ? [] : step));

/** Waits until the runs are these. */
const runsAre = ({ db }: Bank, runs: string[]) =>
  vi.waitFor(async () => {
    const rows = await db.select().from(db.tables.jobRuns).orderBy(db.tables.jobRuns.id);
    const states = rows.map(({ startedAt, summary, error }) =>
      startedAt === null ? 'asked' : (summary ?? error ?? 'running'),
    );
    expect(states).toEqual(runs);
  }, LONG_MS);

const [TENTH, ELEVENTH] = ['Em dia até 10/03/2026', 'Em dia até 11/03/2026'];

// The clock stands still, so that no claim grows old: a step that was not released would never be taken.
describe('a process that stops during the daily run', () => {
  test('ends its step between two items, and the next start does the rest', async ({ bank }) => {
    const { done, pace, isBegun } = longStep(bank);
    const scheduler = start(bank);
    await isBegun();
    expect(await msOf(scheduler.stop())).toBeLessThan(AT_ONCE_MS);
    expect(done.length).toBeLessThan(ITEMS.length);
    expect(await openSteps(bank)).toEqual(['long']);
    await runsAre(bank, ['asked']);
    pace.pauseMs = 0;
    const next = start(bank);
    await runsAre(bank, [TENTH, TENTH]);
    await next.stop();
    expect(done.toSorted((one, other) => one - other)).toEqual(ITEMS);
    expect(await openSteps(bank)).toEqual([]);
    expect(bank.logged.join()).not.toContain('failed');
  });

  test('leaves the rest to another process that runs', async ({ bank }) => {
    bank.registry.dailySteps = [];
    const other = start({ ...bank });
    await runsAre(bank, [TENTH]);
    bank.clock.set('2026-03-11T12:00:00-03:00');
    const { done, pace, isBegun } = longStep(bank);
    const scheduler = start(bank);
    await isBegun();
    await scheduler.stop();
    expect(done.length).toBeLessThan(ITEMS.length);
    pace.pauseMs = 0;
    await runsAre(bank, [TENTH, ELEVENTH]);
    await other.stop();
    expect(done.toSorted((one, another) => one - another)).toEqual(ITEMS);
  });

  test("does not wait for another process's step", async ({ bank }) => {
    const { done } = longStep(bank);
    const claimed = { day: '2026-03-10', step: 'long', claimedAt: bank.clock.real(), finishedAt: null };
    await bank.db.transaction(async (tx) => void (await tx.insert(tx.tables.dailyRuns).values(claimed)));
    // Otherwise one that waits would do so for ever.
    onTestFinished(() => bank.clock.passSeconds(3600));
    const scheduler = start(bank);
    await runsAre(bank, ['running']);
    expect(await msOf(scheduler.stop())).toBeLessThan(AT_ONCE_MS);
    expect(await bank.db.select().from(bank.db.tables.dailyRuns)).toEqual([claimed]);
    expect(done).toEqual([]);
  }, 30_000);

  test('can end every step of the bank', async ({ bank }) => {
    const steps = bank.registry.dailySteps;
    const ends = steps.map(({ run }) =>
      untilStopped(AbortSignal.abort(), () => run(bank, bank.clock.today())).then(
        () => 'done',
        ({ name }: Error) => name,
      ),
    );
    const found = (await Promise.all(ends)).map((end, place) => `${steps[place]?.name} ${end}`);
    expect(found).toEqual(steps.map(({ name }) => `${name} Stopped`));
  });

  test('ends a comparison with the provider within a long list, and the next start compares all', {
    tags: ['prove'],
    timeout: 120_000,
  }, async () => {
    const scene = await pixScene();
    const { bank, simulator, ana } = scene;
    await activate(scene, ana);
    receiveMany(simulator, '52998224725', 500);
    const { reconciliations } = bank.db.tables;
    await simulator.control('POST', '/simulator/faults', { delayBefore: 1, delayBeforeMs: 2_000 });
    const scheduler = start(bank);
    await vi.waitFor(() => expect(bank.logged.join()).toContain('"/v3/payments"'), LONG_MS);
    expect(await msOf(scheduler.stop())).toBeLessThan(AT_ONCE_MS);
    expect(await openSteps(bank)).toEqual(['reconcile']);
    expect(await bank.db.$count(reconciliations)).toBe(0);
    await simulator.control('POST', '/simulator/faults', { delayBefore: 0 });
    const next = start(bank);
    await runsAre(bank, [TENTH, TENTH]);
    await next.stop();
    expect(await openSteps(bank)).toEqual([]);
    const [found] = await bank.db.select().from(reconciliations);
    expect(found).toMatchObject({ isOk: true });
    expect(await bank.db.$count(bank.db.tables.incomingPayments)).toBe(500);
    expect(bank.logged.join()).not.toContain('could not be compared');
  });
});
