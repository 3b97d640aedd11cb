/** @module-tag postgres */
import { expect, onTestFinished } from 'vitest';
import { engineOf } from '#db/engine';
import { openRaw } from '#db/testing/raw';
import { ATTEMPT_LIMITS, MAX_LISTED } from '#domain/limits';
import { countAttempt } from '#server/auth/attempts';
import { newId } from '#server/kernel/id';
import { test } from '#server/testing/bank-test';
import { codeOf } from '#server/testing/refusal-of';

const MANY = 10_000;

test('what reads all investments of a customer is counted by their number, and pages of the newest are not', async ({
  setup: { bank, ana, admin },
}) => {
  const product = await admin.call.investment.products.create({
    name: 'CDB Vale 30',
    description: 'Renda fixa com prazo de 30 dias',
    minAmount: '10.00',
    annualRate: '12.00',
    termDays: 30,
  });
  await ana.call.investment.create({ productId: product.id, amount: '10.00' });
  const { investments } = bank.db.tables;
  const [row] = await bank.db.select().from(investments);
  if (!row) throw new Error('nothing to copy');
  const ended = { status: 'redeemed' as const, endedOn: row.startOn };
  const paid = { yieldCents: 0, iofCents: 0, incomeTaxCents: 0 };
  const copies = Array.from({ length: MANY - 1 }, () => ({ ...row, ...ended, ...paid, id: newId() }));
  await bank.db.transaction((tx) => tx.insertRows(investments, copies));
  const { list } = ana.call.investment;

  // Each counts three times: once, and once more for each 5,000 rows.
  const { max } = ATTEMPT_LIMITS.statementSearch;
  await countAttempt(bank, 'statementSearch', ana.user.id, max - 9);
  expect((await list({ q: 'zzzz' })).investments).toEqual([]);
  const found = await list({ q: 'vale', status: 'redeemed' });
  expect(found.totals).toEqual({ count: MANY - 1, active: 0, invested: '0.00', expectedYield: '0.00' });
  expect((await list({ sort: 'amount' })).investments).toHaveLength(MAX_LISTED);
  for (const filter of [{ q: 'zzzz' }, { status: 'active' }, { sort: '-maturityDate' }] as const)
    expect(await codeOf(list(filter))).toBe('TOO_MANY_ATTEMPTS');

  const newest = await list();
  expect(newest.totals).toMatchObject({ count: MANY, active: 1, invested: '10.00' });
  const rest = await list({ cursor: newest.nextCursor ?? '' });
  expect(rest.investments).toHaveLength(MAX_LISTED);
  expect(rest.totals).toBeNull();
  // An administrator's search is not the customer's.
  expect((await admin.call.investment.list({ q: 'ana mor', limit: 1 })).totals).toMatchObject({
    count: MANY,
  });
});

test('the newest investments of a customer are read in their order by an index', async ({ bank }) => {
  const raw = await openRaw(engineOf(bank.db).url);
  onTestFinished(() => raw.close());
  const query = `SELECT id FROM investments WHERE user_id = 'ana' ORDER BY created_at DESC, id DESC LIMIT 201`;
  const isSqlite = bank.db.engine === 'sqlite';
  if (!isSqlite)
    for (const way of ['seqscan', 'bitmapscan', 'sort']) await raw.run(`SET enable_${way} = off`);
  const plan = JSON.stringify(await raw.run(`${isSqlite ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN'} ${query}`));
  expect(plan).toContain('investments_user_created');
  expect(plan).not.toMatch(/TEMP B-TREE|Sort/);
});
