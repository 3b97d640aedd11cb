import { and, asc, gt } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testDb } from '#db/testing/test-db';
import { idsOf } from '#server/kernel/id';
import { adjust, makeCustomer } from '#server/ledger/testing/bank';
import { idSpans } from './id-spans.ts';

async function spansOf(db: Awaited<ReturnType<typeof testDb>>, size: number, moreThanCents = 0) {
  const { transactions } = db.tables;
  const isCounted = gt(transactions.amountCents, moreThanCents);
  const found: string[][] = [];
  for await (const span of idSpans(db, transactions.id, { size, isCounted }))
    found.push(
      idsOf(
        await db
          .select({ id: transactions.id })
          .from(transactions)
          .where(and(isCounted, span(transactions.id)))
          .orderBy(asc(transactions.id)),
      ),
    );
  return found;
}

test('spans hold each counted row once, in the order of the ids, `size` in each but the last', async () => {
  const db = await testDb();
  expect(await spansOf(db, 2)).toEqual([[]]);
  const { accountId } = await makeCustomer(db);
  for (let cents = 1; cents <= 5; cents += 1) await adjust(db, accountId, cents);
  const [all = []] = await spansOf(db, 9);
  expect(all).toHaveLength(5);
  expect(await spansOf(db, 2)).toEqual([all.slice(0, 2), all.slice(2, 4), all.slice(4)]);
  expect(await spansOf(db, 5)).toEqual([all, []]);
  expect(await spansOf(db, 2, 2)).toEqual([all.slice(2, 4), all.slice(4)]);
});
