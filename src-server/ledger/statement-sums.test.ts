/** @module-tag postgres */
import { expect, test, vi } from 'vitest';
import { testDb } from '#db/testing/test-db';
import { largestEntries, statementSums } from './statement-sums.ts';
import { adjust, makeCustomer, NOON, send } from './testing/bank.ts';
import { payOutside, receiveFromOutside } from './testing/outside.ts';

/** Nine statement lines of Ana. */
async function scene() {
  const db = await testDb();
  const [ana, bruno] = [await makeCustomer(db), await makeCustomer(db, 'Bruno')];
  await adjust(db, ana.accountId, 5_000, { description: 'Salário' });
  for (const cents of [100, 300, 200, 300])
    await send(db, ana.accountId, bruno.accountId, cents, { description: 'Aluguel de novembro' });
  await send(db, bruno.accountId, ana.accountId, 300, { description: 'Troco' });
  await payOutside(db, ana, { amountCents: 40, name: 'Padaria Sol', document: '11222333000181' });
  await payOutside(db, ana, { amountCents: 60, name: 'Padaria Sol', document: '11222333000181' });
  await receiveFromOutside(db, ana, { amountCents: 70, name: 'Carla Dias', document: '52998224725' });
  return { db, ana, range: { accountId: ana.accountId, after: 0, upTo: 9 } };
}

test("an account's lines are summed by type, known title, counterparty and direction", async () => {
  const { db, ana, range } = await scene();
  const sums = await statementSums(db, range, { titles: ['Aluguel'] });
  const none = { transactionId: '', balanceAfterCents: 0, accountId: ana.accountId, createdAt: NOON };
  const of = (amountCents: number) => sums.find((sum) => sum.amountCents === amountCents);
  expect(sums).toHaveLength(5);
  expect(of(5_000)).toEqual({
    ...none,
    type: 'deposit',
    kind: 'adjustment',
    flow: 'counted',
    description: '',
    count: 1,
    seq: 1,
    amountCents: 5_000,
    counterparty: null,
  });
  expect(of(-900)).toMatchObject({
    ...none,
    description: 'Aluguel',
    count: 4,
    seq: 5,
    counterparty: { name: 'Bruno' },
  });
  expect(of(300)).toMatchObject({
    ...none,
    description: '',
    count: 1,
    seq: 6,
    counterparty: { name: 'Bruno' },
  });
  expect(of(-100)).toMatchObject({ ...none, count: 2, seq: 8, counterparty: { name: 'Padaria Sol' } });
  expect(of(70)).toMatchObject({ ...none, count: 1, seq: 9, counterparty: { name: 'Carla Dias' } });
});

test('sums read in several steps count every line of the range once', async () => {
  const { db, range } = await scene();
  const sums = await statementSums(db, { ...range, after: 1, upTo: 6 }, { titles: ['Aluguel'], chunk: 2 });
  expect(sums.reduce((count, sum) => count + sum.count, 0)).toBe(5);
  expect(sums.reduce((cents, sum) => cents + sum.amountCents, 0)).toBe(-600);
});

test('the largest lines come first, whatever their direction, and the newest first on a tie', async () => {
  const { db, range } = await scene();
  for (const chunk of [1, 2, 100]) {
    const seqs = async (most: number, after = 0) =>
      (await largestEntries(db, { ...range, after }, most, { chunk })).map(({ seq }) => seq);
    expect(await seqs(100)).toEqual([1, 6, 5, 3, 4, 2, 9, 8, 7]);
    expect(await seqs(3)).toEqual([1, 6, 5]);
    expect(await seqs(3, 1)).toEqual([6, 5, 3]);
  }
});

test('each of the largest entries is read by its own position, not from the range before it', async () => {
  const { db, range } = await scene();
  const read: number[] = [];
  const prepared = db.prepared.bind(db) as (...asked: unknown[]) => { execute: (values: Asked) => unknown };
  type Asked = { after: number; before: number };
  vi.spyOn(db, 'prepared').mockImplementation(((...asked: unknown[]) => {
    const query = prepared(...asked);
    if (asked[0] !== 'ledger.statement') return query;
    return {
      execute(values: Asked) {
        read.push(values.before - values.after - 1);
        return query.execute(values);
      },
    };
  }) as typeof db.prepared);
  await largestEntries(db, range, 3);
  expect(read).toEqual([1, 1, 1]);
});
