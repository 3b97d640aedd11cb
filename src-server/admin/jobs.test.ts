import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isStandIn } from '#db/testing/test-db';
import { makeAdmin } from '#server/account/testing/actors';
import { startScheduler } from '#server/jobs/scheduler';
import { codeOf } from '#server/testing/refusal-of';
import { testBank } from '#server/testing/test-bank';

async function adminScene(env: Record<string, string> = {}) {
  const bank = await testBank(env);
  return { bank, admin: (await makeAdmin(bank)).call.admin };
}

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('the jobs of the bank', () => {
  test.skipIf(isStandIn())(
    'are shown with their next hour, asked for at once, and kept with what they did',
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
        orders: { waiting: 0, oldestAt: null },
        events: { waiting: 0, oldestAt: null },
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
      }, 30_000);
      await scheduler.stop();
    },
    60_000,
  );

  test('a run whose process died is lost, and another may be asked for', async () => {
    const { bank, admin } = await adminScene();
    await bank.db.transaction(async (tx) => {
      const at = bank.clock.real();
      await tx
        .insert(tx.tables.jobRuns)
        .values({ id: 'dead', job: 'backup', turn: '2026-03-10T06:30', createdAt: at, startedAt: at });
    });
    expect(await codeOf(admin.jobs.run({ name: 'backup' }))).toBe('JOB_RUNNING');
    bank.clock.passSeconds(3601);
    expect((await admin.jobs.list()).jobs[1]?.runs[0]?.state).toBe('lost');
    expect((await admin.jobs.run({ name: 'backup' })).state).toBe('asked');
  });
});
