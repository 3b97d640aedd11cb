/** @module-tag postgresInCi */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, vi } from 'vitest';
import { isStandIn } from '#db/testing/test-db';
import { startScheduler } from '#server/jobs/scheduler';
import { test as bankTest } from '#server/testing/bank-test';
import { makeAdmin } from '#server/testing/people';
import { codeOf } from '#server/testing/refusal-of';
import { testBank } from '#server/testing/test-bank';

async function adminScene(env: Record<string, string> = {}) {
  const bank = await testBank(env);
  return { bank, admin: (await makeAdmin(bank)).call.admin };
}

const test = bankTest.extend('scene', () => adminScene());

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('the jobs of the bank', () => {
  test.skipIf(isStandIn())(
    'jobs are shown with their next time, can be requested, and keep the results of their runs',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'valebank-jobs-'));
      folders.push(folder);
      const { bank, admin } = await adminScene({ DATA_DIR: folder });
      const before = await admin.jobs.list();
      expect(before.jobs.map(({ name, schedule, runs }) => [name, schedule, runs])).toEqual([
        ['daily_run', 'Todo dia às 00:05', []],
        ['backup', 'Todo dia às 03:30', []],
      ]);
      expect(before.jobs.every(({ nextRunAt }) => nextRunAt !== null)).toBe(true);
      expect(before.queues).toMatchObject({
        mail: { waiting: 0, oldestSeconds: null },
        orders: { waiting: 0, oldestSeconds: null },
        events: { waiting: 0, oldestSeconds: null },
      });

      const asked = await admin.jobs.run({ name: 'backup' });
      expect(asked).toMatchObject({ job: 'backup', state: 'asked', askedByName: 'Helena Siqueira' });
      expect(await codeOf(admin.jobs.run({ name: 'backup' }))).toBe('JOB_RUNNING');

      const scheduler = startScheduler(bank, { askEveryMs: 20 });
      await vi.waitFor(async () => {
        const { jobs, backups } = await admin.jobs.list();
        expect(jobs[1]?.runs[0]).toMatchObject({ id: asked.id, state: 'done', error: null });
        expect(jobs[1]?.runs[0]?.summary).toMatch(/MB, .* conferidos na cópia$/);
        expect(backups).toHaveLength(1);
        expect((await admin.settings.get()).database.lastBackupAt).toBe(backups[0]?.at);
      }, 30_000);
      await scheduler.stop();
    },
    60_000,
  );

  test('a run whose process died is marked as lost, and another can be requested', async ({
    scene: { bank, admin },
  }) => {
    await bank.db.transaction(async (tx) => {
      const at = bank.clock.real();
      await tx
        .insert(tx.tables.jobRuns)
        .values({ id: 'dead', job: 'backup', turn: '2026-03-10T06:30', createdAt: at, startedAt: at });
    });
    expect(await codeOf(admin.jobs.run({ name: 'backup' }))).toBe('JOB_RUNNING');
    bank.clock.passSeconds(3601);
    expect((await admin.jobs.list()).jobs[1]?.runs[0]?.state).toBe('lost');
    expect((await admin.overview({})).needs).toContainEqual({
      need: 'failed_jobs',
      count: 1,
      oldestAt: '2026-03-10T15:00:00.000Z',
    });
    expect((await admin.jobs.run({ name: 'backup' })).state).toBe('asked');
  });

  test('a fourth good backup by hand within an hour is refused', async ({ scene: { bank, admin } }) => {
    const ask = () => admin.jobs.run({ name: 'backup' });
    for (let count = 0; count < 3; count += 1) {
      const { id } = await ask();
      await bank.db.transaction(async (tx) => {
        const { jobRuns } = tx.tables;
        const finishedAt = bank.clock.real();
        await tx.update(jobRuns).set({ startedAt: finishedAt, finishedAt }).where(eq(jobRuns.id, id));
      });
      bank.clock.passSeconds(60);
    }
    // 3,599 seconds after the first one.
    bank.clock.passSeconds(3419);
    expect(await codeOf(ask())).toBe('BACKUP_RECENT');
    expect((await admin.jobs.run({ name: 'daily_run' })).state).toBe('asked');
    bank.clock.passSeconds(1);
    expect((await ask()).state).toBe('asked');
  });

  test('failed backups, and those of the night, keep nobody from making one', async ({
    scene: { bank, admin },
  }) => {
    const at = bank.clock.real();
    const run = { job: 'backup' as const, createdAt: at, startedAt: at, finishedAt: at };
    const failed = { ...run, actorId: 'helena', error: 'disco cheio' };
    await bank.db.transaction(async (tx) => {
      const { jobRuns } = tx.tables;
      for (const id of ['1', '2', '3'])
        await tx.insert(jobRuns).values([
          { ...run, id: `night ${id}`, turn: `night ${id}` },
          { ...failed, id: `failed ${id}`, turn: `failed ${id}` },
        ]);
    });
    expect((await admin.jobs.run({ name: 'backup' })).state).toBe('asked');
  });

  test('of two concurrent requests for a job one is refused', async ({ scene: { bank, admin } }) => {
    const other = (await makeAdmin(bank)).call.admin;
    const asked = await Promise.allSettled([
      admin.jobs.run({ name: 'backup' }),
      other.jobs.run({ name: 'backup' }),
      admin.jobs.run({ name: 'daily_run' }),
    ]);
    expect(asked.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    const open = await bank.db.select().from(bank.db.tables.jobRuns);
    expect(open.map(({ job }) => job).toSorted()).toEqual(['backup', 'daily_run']);
  });

  test('the runs of all jobs or of one are listed by pages, with how each ended', async ({
    scene: { bank, admin },
  }) => {
    const at = (minute: number) => new Date(bank.clock.real().getTime() - minute * 60_000);
    const ended = { durationMs: 1500, summary: null, error: null };
    await bank.db.transaction(async (tx) => {
      await tx.insert(tx.tables.jobRuns).values(
        [0, 1, 2, 3, 4].map((minute) => ({
          id: `run-${minute}`,
          job: minute % 2 ? ('backup' as const) : ('daily_run' as const),
          turn: `turn ${minute}`,
          createdAt: at(minute),
          startedAt: at(minute),
          ...(minute > 0 && {
            finishedAt: at(minute),
            ...ended,
            ...(minute === 3 && { error: 'disco cheio' }),
          }),
        })),
      );
    });
    bank.clock.passSeconds(7);
    const first = await admin.jobs.runs({ limit: 3 });
    expect(first.runs).toMatchObject([
      { id: 'run-0', label: 'Rotina diária', state: 'running', durationMs: 7000 },
      { id: 'run-1', label: 'Cópia de segurança', state: 'done', durationMs: 1500 },
      { id: 'run-2', state: 'done', askedByName: null },
    ]);
    const rest = await admin.jobs.runs({ limit: 3, cursor: first.nextCursor ?? '' });
    expect(rest).toMatchObject({
      runs: [{ id: 'run-3', state: 'failed', error: 'disco cheio' }, { id: 'run-4' }],
      nextCursor: null,
    });
    const backups = await admin.jobs.runs({ job: 'backup' });
    expect(backups.runs.map(({ id }) => id)).toEqual(['run-1', 'run-3']);
    expect(await codeOf(admin.jobs.runs({ cursor: 'x' }))).toBe('VALIDATION');
    expect(await codeOf(admin.jobs.runs({ job: 'outra' as 'backup' }))).toBe('VALIDATION');
  });

  test('waiting work is counted, with the age of the oldest', async ({ scene: { bank, admin } }) => {
    await bank.db.transaction(async (tx) => {
      const receivedAt = new Date(bank.clock.real().getTime() - 90_000);
      const event = { event: 'TRANSFER_DONE', attempts: 0, nextAttemptAt: receivedAt };
      await tx.insert(tx.tables.providerEvents).values([
        { id: 'waits', receivedAt, ...event },
        { id: 'over', receivedAt: new Date(0), processedAt: receivedAt, ...event },
      ]);
      const mail = { kind: 'k', recipient: 'a@b.example', subject: 's', text: 't', html: 'h', attempts: 0 };
      await tx
        .insert(tx.tables.outbox)
        .values({ id: 'mail', ...mail, createdAt: new Date(bank.clock.now().getTime() - 5000) });
    });
    expect((await admin.jobs.list()).queues).toEqual({
      mail: { waiting: 1, oldestSeconds: 5, isSent: false, failed: 0, lastError: null },
      orders: { waiting: 0, oldestSeconds: null },
      events: { waiting: 1, oldestSeconds: 90 },
    });
  });
});
