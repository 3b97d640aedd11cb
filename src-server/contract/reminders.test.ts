/** @module-tag postgres */
import { eq } from 'drizzle-orm';
import { expect, onTestFinished } from 'vitest';
import { engineOf } from '#db/engine';
import { openRaw } from '#db/testing/raw';
import { contractDailySteps } from '#server/contract/daily-steps';
import { newId } from '#server/kernel/id';
import { bankMidnight } from '#server/ledger/bank-day';
import { test } from '#server/testing/bank-test';
import { type Plan, plansDuring } from '#server/testing/plans-during';
import type { TestBank } from '#server/testing/test-bank';

const TODAY = '2026-03-12';
const REMINDED_ON = '2026-03-10';
const TOMORROW = bankMidnight(TODAY, { plusDays: 1 });

type Many = { count: number; createdAt: Date; status?: 'pending_signature' | 'signed'; title: string };

const makeContracts = (
  { db }: TestBank,
  userId: string,
  { count, status = 'pending_signature', ...made }: Many,
) =>
  db.transaction((tx) =>
    tx.insertRows(
      tx.tables.contracts,
      Array.from({ length: count }, () => ({
        ...{ id: newId(), userId, type: 'investment' as const, relatedId: newId(), status },
        ...{ textVersion: '1', content: '{}', contentSha256: '', signedAt: null, evidence: null },
        ...made,
      })),
    ),
  );

async function remind(bank: TestBank): Promise<void> {
  for (const step of contractDailySteps) await step.run(bank, TODAY);
}

test('each contract that was made on the day and waits is reminded of once, also several pages of one moment', async ({
  setup: { bank, ana },
}) => {
  const [begin, end] = [bankMidnight(REMINDED_ON), bankMidnight(REMINDED_ON, { plusDays: 1 })];
  const noon = new Date((begin.getTime() + end.getTime()) / 2);
  const last = new Date(end.getTime() - 1);
  const before = new Date(begin.getTime() - 1);
  const make = (many: Many) => makeContracts(bank, ana.user.id, many);
  await make({ title: 'no dia', count: 401, createdAt: noon });
  for (const createdAt of [begin, last]) await make({ title: 'no dia', count: 1, createdAt });
  for (const createdAt of [before, end, TOMORROW]) await make({ title: 'outro dia', count: 2, createdAt });
  await make({ title: 'assinado', count: 1, createdAt: noon, status: 'signed' });
  for (let time = 0; time < 2; time += 1) await remind(bank);
  const { notifications } = bank.db.tables;
  const told = await bank.db
    .select({ text: notifications.text })
    .from(notifications)
    .where(eq(notifications.kind, 'contract_reminder'));
  expect(told.map(({ text }) => text)).toEqual(Array.from({ length: 403 }, () => 'no dia'));
});

test('contracts to remind of are found by an index, without those of other days and signed ones', async ({
  setup: { bank },
}) => {
  const reads = (plan: string) => {
    expect(plan).toContain('contracts_waiting');
    expect(plan).not.toMatch(/SCAN contracts|Seq Scan on contracts|TEMP B-TREE|Sort/);
  };
  if (bank.db.engine === 'sqlite') {
    const plans = await plansDuring(async () => {
      await remind(bank);
      return bank;
    });
    const found = plans.filter(({ text }: Plan) => /from "contracts"/.test(text));
    expect(found).toHaveLength(1);
    for (const { steps } of found) {
      reads(steps.join('; '));
      expect(steps[0]).toMatch(/created_at.*>.*created_at</);
    }
    return;
  }
  const raw = await openRaw(engineOf(bank.db).url);
  onTestFinished(() => raw.close());
  await raw.run('SET enable_seqscan = off');
  const isOfDay = `(created_at, id) > ('2026-03-10', '') AND created_at < '2026-03-11'`;
  const query = `SELECT id FROM contracts WHERE status = 'pending_signature' AND ${isOfDay} ORDER BY created_at, id LIMIT 200`;
  reads(JSON.stringify(await raw.run(`EXPLAIN ${query}`)));
});
