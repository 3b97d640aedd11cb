/**
 * @module-tag postgres
 * @module-tag scaled
 */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { longProofScale } from '#db/testing/proof-scale';
import { testDb } from '#db/testing/test-db';
import { balanceOf, balancesOf } from './statement.ts';
import { adjust, makeCustomer, outcome, send } from './testing/bank.ts';
import { verifyLedger } from './verify.ts';

const times = (count: number, work: (index: number) => Promise<string>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

test('exactly one of 64 concurrent spends of the whole balance succeeds', async () => {
  const db = await testDb();
  const people = await Promise.all(Array.from({ length: 4 }, () => makeCustomer(db)));
  const [ana, ...others] = people;
  if (!ana) throw new Error('no customer was created');
  for (let round = 0; round < longProofScale(200); round += 1) {
    await adjust(db, ana.accountId, 12_345);
    const outcomes = await times(64, (index) =>
      outcome(send(db, ana.accountId, others[index % others.length]?.accountId ?? '', 12_345)),
    );
    expect(outcomes.filter((code) => code === 'done')).toHaveLength(1);
    expect(outcomes.filter((code) => code === 'INSUFFICIENT_FUNDS')).toHaveLength(63);
    expect(await balanceOf(db, ana.accountId)).toBe(0);
  }
}, 300_000);

test('an account with many concurrent movements takes them all in one gap-free order', async () => {
  const db = await testDb();
  const hot = await makeCustomer(db);
  const people = await Promise.all(Array.from({ length: 8 }, () => makeCustomer(db)));
  const rounds = longProofScale(80);
  for (const person of people) await adjust(db, person.accountId, 100 * rounds);
  for (let round = 0; round < rounds; round += 1) {
    await times(32, (index) =>
      outcome(send(db, people[index % 8]?.accountId ?? '', hot.accountId, 1 + (index % 3))),
    );
  }
  const { entries } = db.tables;
  const rows = await db
    .select({ seq: entries.seq })
    .from(entries)
    .where(eq(entries.accountId, hot.accountId))
    .orderBy(entries.seq);
  expect(rows.map((row) => row.seq)).toEqual(Array.from({ length: 32 * rounds }, (_, index) => index + 1));
  expect(await verifyLedger(db)).toMatchObject({ ok: true });
}, 300_000);

test('concurrent opposite transfers all succeed, and every read shows the same total', async () => {
  const db = await testDb();
  const [ana, bruno, clara] = [await makeCustomer(db), await makeCustomer(db), await makeCustomer(db)];
  const ids = [ana.accountId, bruno.accountId, clara.accountId];
  // Each round moves at most 48 × 5 cents one way, so that nothing is refused.
  const openingCents = 100_000;
  for (const id of ids) await adjust(db, id, openingCents);
  let reading = true;
  const reader = (async () => {
    while (reading) {
      const balances = [...(await balancesOf(db, ids)).values()];
      expect(balances.reduce((sum, balance) => sum + balance, 0)).toBe(3 * openingCents);
      expect(Math.min(...balances)).toBeGreaterThanOrEqual(0);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  })();
  for (let round = 0; round < longProofScale(200); round += 1) {
    const outcomes = await times(48, (index) => {
      const [from, to] = [ids[index % 3] ?? '', ids[(index + 1 + (index % 2)) % 3] ?? ''];
      return outcome(send(db, from, to, 1 + (index % 5)));
    });
    expect(new Set(outcomes)).toEqual(new Set(['done']));
  }
  reading = false;
  await reader;
  expect([...(await balancesOf(db, ids)).values()].reduce((sum, balance) => sum + balance, 0)).toBe(
    3 * openingCents,
  );
}, 300_000);
