/** @module-tag postgres */
import { desc } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Db } from '#db/db';
import { testDb } from '#db/testing/test-db';
import { bankAccountId } from './bank-account.ts';
import { monthFlow } from './month-flow.ts';
import { accountNumberCandidates, openAccount } from './open-account.ts';
import { balanceOf } from './statement.ts';
import { adjust, makeCustomer, move, outcome, pair, send, undo } from './testing/bank.ts';

const at = (moment: string) => ({ createdAt: new Date(moment) });

/** Ana has a checking and an external account. */
async function scene(given?: Db) {
  const db = given ?? (await testDb());
  const [ana, bruno] = [await makeCustomer(db, 'Ana Lima'), await makeCustomer(db, 'Bruno Reis')];
  const external = await db.transaction((tx) =>
    openAccount(tx, {
      userId: ana.userId,
      accountType: 'external',
      candidates: accountNumberCandidates(),
      ...at('2026-09-01T12:00:00Z'),
    }),
  );
  return { db, ana: ana.accountId, external: external.id, bruno: bruno.accountId };
}

async function lend(db: Db, accountId: string, amountCents: number, moment: string) {
  const loans = await bankAccountId(db, 'loans_receivable');
  return move(db, {
    type: 'credit_disbursement',
    entries: pair(loans, accountId, amountCents),
    ...at(moment),
  });
}

test('the totals of a month begin and end at midnight in São Paulo', async () => {
  const { db, ana, bruno } = await scene();
  const steps: [string, number][] = [
    ['2026-10-31T12:00:00Z', 10_000],
    ['2026-11-01T02:59:59.999Z', 1],
    ['2026-11-01T03:00:00Z', 20],
    ['2026-11-15T12:00:00Z', -300],
    ['2026-12-01T02:59:59.999Z', 4_000],
    ['2026-12-01T03:00:00Z', 50_000],
  ];
  for (const [moment, cents] of steps) {
    if (cents > 0) await adjust(db, ana, cents, at(moment));
    else await send(db, ana, bruno, -cents, at(moment));
  }
  const flow = (openingCents: number, incomeCents: number, expenseCents: number) => ({
    openingCents,
    incomeCents,
    expenseCents,
    neutralCents: 0,
    closingCents: openingCents + incomeCents - expenseCents,
  });
  const month = (name: string) => monthFlow(db, [ana], name);
  expect(await month('2026-09')).toEqual(flow(0, 0, 0));
  expect(await month('2026-10')).toEqual(flow(0, 10_001, 0));
  expect(await month('2026-11')).toEqual(flow(10_001, 4_020, 300));
  expect(await month('2026-12')).toEqual(flow(13_721, 50_000, 0));
  expect(await month('2027-01')).toEqual(flow(63_721, 0, 0));
});

test('a loan paid out and a move between own accounts are neither income nor expense', async () => {
  const { db, ana, external } = await scene();
  await adjust(db, ana, 10_000, at('2026-10-02T12:00:00Z'));
  await lend(db, ana, 50_000, '2026-10-03T12:00:00Z');
  await send(db, ana, external, 4_000, { isOwnMove: true, ...at('2026-10-04T12:00:00Z') });
  expect(await monthFlow(db, [ana, external], '2026-10')).toEqual({
    openingCents: 0,
    incomeCents: 10_000,
    expenseCents: 0,
    neutralCents: 50_000,
    closingCents: 60_000,
  });
  expect(await monthFlow(db, [external], '2026-10')).toMatchObject({ incomeCents: 0, neutralCents: 4_000 });
});

test('a movement reversed in a later month counts in neither month', async () => {
  const { db, ana, bruno } = await scene();
  await adjust(db, ana, 10_000, at('2026-10-02T12:00:00Z'));
  const wrong = await send(db, ana, bruno, 700, at('2026-10-03T12:00:00Z'));
  await send(db, ana, bruno, 30, at('2026-10-03T12:00:00Z'));
  expect(await monthFlow(db, [ana], '2026-10')).toMatchObject({ expenseCents: 730, neutralCents: 0 });

  await undo(db, wrong.transactionId);
  expect(await monthFlow(db, [ana], '2026-10')).toEqual({
    openingCents: 0,
    incomeCents: 10_000,
    expenseCents: 30,
    neutralCents: -700,
    closingCents: 9_270,
  });
  expect(await monthFlow(db, [ana], '2026-11')).toEqual({
    openingCents: 9_270,
    incomeCents: 0,
    expenseCents: 0,
    neutralCents: 700,
    closingCents: 9_970,
  });
  expect(await monthFlow(db, [bruno], '2026-10')).toMatchObject({ incomeCents: 30, neutralCents: 700 });
});

const MONTHS = ['2026-09', '2026-10', '2026-11'] as const;
const step = fc.record({
  kind: fc.constantFrom('in', 'out', 'own', 'loan', 'undo'),
  cents: fc.integer({ min: 1, max: 900 }),
  pick: fc.nat(30),
});

test('the figures of each month equal a plain sum over all entries, and add up to the closing balance', async () => {
  const db = await testDb();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const { ana, external, bruno } = await scene(db);
      const own = [ana, external];
      await adjust(db, ana, 50_000, at('2026-09-01T12:00:00Z'));
      await adjust(db, bruno, 50_000, at('2026-09-01T12:00:00Z'));
      for (const [index, { kind, cents, pick }] of steps.entries()) {
        const moment = `${MONTHS[Math.floor((index * 3) / 25)]}-${String(1 + index).padStart(2, '0')}T15:00:00Z`;
        const [one = ana, other = external] = pick % 2 === 0 ? own : own.toReversed();
        if (kind === 'in') await outcome(send(db, bruno, one, cents, at(moment)));
        if (kind === 'out') await outcome(send(db, one, bruno, cents, at(moment)));
        if (kind === 'own') await outcome(send(db, one, other, cents, { isOwnMove: true, ...at(moment) }));
        if (kind === 'loan') await lend(db, one, cents, moment);
        if (kind === 'undo') {
          const { transactions } = db.tables;
          const all = await db
            .select({ id: transactions.id })
            .from(transactions)
            .orderBy(desc(transactions.id))
            .limit(30);
          const id = all[pick % all.length]?.id;
          if (id) await outcome(undo(db, id));
        }
      }
      let openingCents = 0;
      for (const month of MONTHS) {
        const flow = await monthFlow(db, own, month);
        expect(await monthFlow(db, own, month, { page: 2 })).toEqual(flow);
        expect(flow).toMatchObject({ openingCents, ...(await plainTotals(db, own, month)) });
        expect(openingCents + flow.incomeCents - flow.expenseCents + flow.neutralCents).toBe(
          flow.closingCents,
        );
        openingCents = flow.closingCents;
      }
      const after = await monthFlow(db, own, '2026-12');
      expect(after.closingCents).toBe((await balanceOf(db, ana)) + (await balanceOf(db, external)));
    }),
    { numRuns: 15, endOnFailure: true },
  );
});

async function plainTotals(db: Db, own: readonly string[], month: string) {
  const { entries, transactions } = db.tables;
  const reversals = (await db.select().from(transactions)).flatMap(({ reversesId }) => reversesId ?? []);
  const counted = (await db.select().from(entries)).filter(
    ({ accountId, isNeutral, transactionId, createdAt }) =>
      own.includes(accountId) &&
      !isNeutral &&
      !reversals.includes(transactionId) &&
      new Date(createdAt.getTime() - 3 * 3_600_000).toISOString().startsWith(month),
  );
  const sum = (cents: number[]) => cents.reduce((total, one) => total + one, 0);
  const amounts = counted.map(({ amountCents }) => amountCents);
  return {
    incomeCents: sum(amounts.filter((cents) => cents > 0)),
    expenseCents: -sum(amounts.filter((cents) => cents < 0)) || 0,
  };
}
