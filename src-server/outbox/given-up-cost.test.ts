/** @module-tag postgres */
import pg from 'pg';
import { expect, onTestFinished, vi } from 'vitest';
import { columnsOf } from '#db/columns';
import { engineOf } from '#db/engine';
import { openRaw } from '#db/testing/raw';
import { isStandIn, testEngine } from '#db/testing/test-db';
import { MOST_READDRESSED } from '#domain/limits';
import { queues } from '#server/admin/queues';
import { idsOf, newId } from '#server/kernel/id';
import { test as bankTest } from '#server/testing/bank-test';
import { makeAdmin } from '#server/testing/people';
import { plansDuring } from '#server/testing/plans-during';
import type { TestBank } from '#server/testing/test-bank';
import { dueIds } from './claim.ts';
import { outboxDailySteps } from './daily-steps.ts';
import { readdressGivenUp } from './readdress.ts';
import { outboxState } from './state.ts';

const GIVEN_UP = 3000;
const WAITING = 3;
const FORMER = 'ana@correio.example';

/** A bank in whose queue a few letters wait behind many that were given up. */
const test = bankTest.extend('queue', async ({ bank }) => {
  const letter = { kind: 'test', urgency: 1, recipient: FORMER, subject: 'Aviso', text: 'x', html: 'x' };
  const state = { createdAt: bank.clock.now(), sentAt: null, nextAttemptAt: null, lastError: null };
  const rows = (count: number, attempts: number) =>
    Array.from({ length: count }, () => ({
      ...letter,
      ...state,
      id: newId(),
      channel: 'mail' as const,
      attempts,
    }));
  await bank.db.transaction((tx) =>
    tx.insertRows(tx.tables.outbox, [...rows(GIVEN_UP, 1), ...rows(WAITING, 0)]),
  );
  return bank;
});

/** What reads the queue: the worker, /metrics and the settings, /admin/jobs, its list, the daily run. */
async function readAll(bank: TestBank): Promise<void> {
  expect(await dueIds(bank)).toHaveLength(WAITING);
  expect(await outboxState(bank.db)).toMatchObject({ waiting: WAITING, failed: GIVEN_UP });
  expect((await queues(bank)).mail).toMatchObject({ waiting: WAITING, failed: GIVEN_UP });
  const { call } = await makeAdmin(bank);
  expect((await call.admin.mail.givenUp({ limit: 10 })).mail).toHaveLength(10);
  for (const step of outboxDailySteps) await step.run(bank, bank.clock.today());
}

test.skipIf(testEngine() !== 'sqlite')(
  'letters that were given up are in no index by which letters to send are found',
  async ({ queue }) => {
    const plans = await plansDuring(async () => {
      await readAll(queue);
      return queue;
    });
    const read = plans.filter(({ text }) => /^select .* from "outbox"/.test(text));
    expect(read.length).toBeGreaterThan(6);
    const indexes = read.map(({ text, steps }) => ({ text, by: / INDEX (\w+)/.exec(steps.join())?.[1] }));
    for (const { text, by } of indexes)
      expect(by, text).toMatch(/^(outbox_(waiting|given_up|sent)|sqlite_autoindex_outbox_1)$/);
    // By its id only one is read.
    for (const { text, by } of indexes)
      if (by?.startsWith('sqlite')) expect(text).toMatch(/where "outbox"\."id" = \?/);

    const raw = await openRaw(engineOf(queue.db).url);
    onTestFinished(() => raw.close());
    const entries = await raw.run(
      "SELECT name, sum(ncell) AS entries FROM dbstat WHERE name IN ('outbox_waiting', 'outbox_sent') GROUP BY name ORDER BY name",
    );
    expect(entries).toEqual([
      { name: 'outbox_sent', entries: 0 },
      { name: 'outbox_waiting', entries: WAITING },
    ]);
  },
);

test.skipIf(testEngine() === 'sqlite' || isStandIn())(
  'PostgreSQL finds the letters to send without looking at those that were given up',
  async ({ queue }) => {
    await vacuumed(queue);
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    await dueIds(queue);
    const sent = asked.mock.calls.map(([config]) => config as unknown as pg.QueryConfig);
    asked.mockRestore();
    const { text, values } = sent.find((one) => one.text.includes('from "outbox"')) ?? {};
    const client = new pg.Client(engineOf(queue.db).url);
    await client.connect();
    onTestFinished(() => client.end());
    const plan = await client.query({ text: `EXPLAIN (ANALYZE) ${text}`, values });
    const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(lines).toContain('outbox_waiting');
    expect(lines).not.toContain('Rows Removed');
  },
);

async function vacuumed(bank: TestBank): Promise<void> {
  const raw = await openRaw(engineOf(bank.db).url);
  await raw.run('VACUUM ANALYZE outbox');
  await raw.close();
}

test('a corrected address takes along the newest letters that were given up', async ({ queue }) => {
  const { outbox } = queue.db.tables;
  const letters = () =>
    queue.db
      .select(columnsOf(outbox, 'id', 'recipient'))
      .from(outbox)
      .orderBy(outbox.id);
  const before = idsOf(await letters());
  const taken = await queue.db.transaction((tx) => readdressGivenUp(tx, FORMER, 'ana@outro.example'));
  expect(taken).toBe(MOST_READDRESSED);
  const after = await letters();
  const stayed = after.filter(({ recipient }) => recipient === FORMER);
  const oldest = before.slice(0, GIVEN_UP - MOST_READDRESSED);
  expect(idsOf(stayed)).toEqual([...oldest, ...before.slice(GIVEN_UP)]);
  expect(after).toHaveLength(GIVEN_UP + WAITING);
  expect(await outboxState(queue.db)).toMatchObject({ waiting: WAITING, failed: GIVEN_UP });
});
