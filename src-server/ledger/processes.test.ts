/**
 * @module-tag postgres
 * @module-tag scaled
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { count, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { engineOf } from '#db/engine';
import { proofScale } from '#db/testing/proof-scale';
import { raceTest } from '#db/testing/race-test';
import { testDb } from '#db/testing/test-db';
import { verifyAudit } from '#server/audit/verify';
import { balanceOf, balancesOf } from './statement.ts';
import { adjust, makeCustomer, testKeys } from './testing/bank.ts';
import type { WorkerPlan, WorkerReport } from './testing/worker.ts';
import { verifyLedger } from './verify.ts';

const WORKER = fileURLToPath(new URL('./testing/worker.ts', import.meta.url));
const PRIZE_CENTS = 5_000;
const PROCESSES = 2;

async function startWorker(plan: WorkerPlan): Promise<WorkerReport> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', WORKER, JSON.stringify(plan)],
    {
      timeout: 280_000,
    },
  );
  return JSON.parse(stdout);
}

raceTest(
  'two server processes on one database spend nothing twice and keep ledger and audit valid',
  async () => {
    const db = await testDb();
    const people = await Promise.all(Array.from({ length: 5 }, () => makeCustomer(db)));
    const sink = await makeCustomer(db);
    const rounds = proofScale(100);
    const prizes = await Promise.all(Array.from({ length: rounds }, () => makeCustomer(db)));
    for (const person of people) await adjust(db, person.accountId, 10_000);
    for (const prize of prizes) await adjust(db, prize.accountId, PRIZE_CENTS);
    await adjust(db, sink.accountId, rounds);
    const plan = {
      url: engineOf(db).url,
      rounds: 20,
      accountIds: people.map((person) => person.accountId),
      prizes: prizes.map(({ userId, accountId }) => ({ actorId: userId, accountId })),
      prizeCents: PRIZE_CENTS,
      sinkId: sink.accountId,
    };
    const reports = await Promise.all(
      Array.from({ length: PROCESSES }, (_, index) =>
        startWorker({ ...plan, name: `process ${index}`, seed: 7 + index }),
      ),
    );

    // Of all attempts to spend a prize exactly one succeeds.
    for (let round = 0; round < rounds; round += 1) {
      const outcomes = reports
        .flatMap((report) => report.prizes)
        .filter((line) => line.startsWith(`${round} `));
      expect(outcomes.filter((line) => line.endsWith('done'))).toHaveLength(1);
      expect(outcomes.filter((line) => line.endsWith('INSUFFICIENT_FUNDS'))).toHaveLength(8 * PROCESSES - 1);
    }
    expect(await balanceOf(db, sink.accountId)).toBe(rounds * PRIZE_CENTS);
    // All processes got the same answer for the shared key.
    expect(new Set(reports.flatMap((report) => report.sameKey)).size).toBe(rounds);
    const balances = [...(await balancesOf(db, plan.accountIds)).values()];
    expect(balances.reduce((sum, balance) => sum + balance, 0)).toBe(5 * 10_000 + rounds);
    const { transactions } = db.tables;
    for (const [index, report] of reports.entries()) {
      const [row] = await db
        .select({ done: count() })
        .from(transactions)
        .where(eq(transactions.description, `process ${index}`));
      expect(row?.done).toBe(report.transfers.done);
    }
    expect(await verifyLedger(db)).toMatchObject({ ok: true, differences: [] });
    expect(await verifyAudit(db, testKeys)).toMatchObject({ ok: true });
  },
  { timeout: 300_000 },
);
