/** @module-tag postgresInCi */
import { describe, expect } from 'vitest';
import { ATTEMPT_LIMITS } from '#domain/limits';
import { parseDecimal } from '#domain/money';
import { countAttempt } from '#server/auth/attempts';
import { bankAccountId } from '#server/ledger/bank-account';
import { adjust, move, pair, send, undo } from '#server/ledger/testing/bank';
import { receiveFromOutside } from '#server/ledger/testing/outside';
import { test as bankTest } from '#server/testing/bank-test';
import { openFor } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';

const at = (moment: string) => ({ createdAt: new Date(moment) });

/** Ana's October and November, with one movement of each kind and two that were reversed on 20 November. */
const test = bankTest.extend('ana2026', async ({ bank, ana, bruno }) => {
  const { db } = bank;
  const external = (await openFor(bank, ana.user, 'external')).id;
  const loans = await bankAccountId(db, 'loans_receivable');
  const income = await bankAccountId(db, 'fee_income');
  await adjust(db, ana.accountId, 50_000, at('2026-10-01T12:00:00Z'));
  await adjust(db, bruno.accountId, 50_000, at('2026-10-01T12:00:00Z'));
  const wrong = await send(db, ana.accountId, bruno.accountId, 700, at('2026-10-02T12:00:00Z'));
  await send(db, bruno.accountId, ana.accountId, 900, at('2026-10-03T12:00:00Z'));
  await move(db, {
    type: 'credit_disbursement',
    entries: pair(loans, ana.accountId, 20_000),
    ...at('2026-10-04T12:00:00Z'),
  });
  const charge = (type: 'fee' | 'interest', description: string, cents: number, moment: string) =>
    move(db, { type, description, entries: pair(ana.accountId, income, cents), ...at(moment) });
  await charge('fee', 'IOF do crédito: Reforma', 310, '2026-10-05T12:00:00Z');
  await charge('fee', 'Multa por atraso, parcela 2 de 6', 41, '2026-11-03T12:00:00Z');
  await charge('interest', 'Juros de atraso, parcela 2 de 6', 17, '2026-11-03T12:00:00Z');
  await charge('fee', 'Segunda via', 5, '2026-11-04T12:00:00Z');
  await send(db, ana.accountId, external, 4_000, { isOwnMove: true, ...at('2026-11-05T12:00:00Z') });
  await send(db, ana.accountId, bruno.accountId, 1_100, at('2026-11-06T12:00:00Z'));
  await receiveFromOutside(
    db,
    { ...ana, userId: ana.user.id, fullName: ana.user.fullName },
    { amountCents: 70, name: 'Bruno Nogueira', document: '52998224725' },
  );
  const late = await send(db, ana.accountId, bruno.accountId, 60, at('2026-11-20T14:00:00Z'));
  await undo(db, wrong.transactionId);
  await undo(db, late.transactionId);
  bank.clock.set('2026-11-30T12:00:00-03:00');
  return ana;
});

const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };
const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' };
const MOVEMENTS = { account: 'all', view: 'movements' } as const;
const BRUNO = 'Bruno Nogueira ***.159.265-**';

describe('the total of a filtered statement', () => {
  test('the total of a statement is the sum of its rows, whatever the filters', async ({
    ana2026: ana,
    bank,
  }) => {
    const accounts = [{ account: 'all' }, { account: 'checking' }] as const;
    const periods = [{}, NOVEMBER];
    const filters = [
      {},
      { direction: 'in' },
      { direction: 'out', kind: 'transfer' },
      { type: 'fee' },
      ...(['counted', 'own', 'loan', 'undone'] as const).map((flow) => ({ flow })),
      ...(['any', 'late', 'tax', 'fee'] as const).map((cost) => ({ cost })),
      { counterparty: BRUNO },
    ] as const;
    let found = 0;
    for (const account of accounts)
      for (const period of periods) {
        bank.clock.passSeconds(ATTEMPT_LIMITS.statementSearch.windowSeconds);
        for (const filter of filters)
          for (const view of ['entries', 'movements'] as const) {
            const asked = { ...account, ...period, ...filter, view };
            const { entries, nextCursor } = await ana.call.account.ledger({ ...asked, limit: 200 });
            expect(nextCursor).toBe(null);
            const sum = (isWanted: boolean) =>
              entries.reduce(
                (cents, { isDebit, amount }) =>
                  cents + (isDebit === isWanted ? (parseDecimal(amount) ?? 0) : 0),
                0,
              );
            const total = await ana.call.account.statementTotal(asked);
            expect(
              [total.count, parseDecimal(total.credits), parseDecimal(total.debits)],
              JSON.stringify(asked),
            ).toEqual([entries.length, sum(false), sum(true)]);
            expect(parseDecimal(total.net)).toBe(sum(false) - sum(true));
            found += entries.length;
          }
      }
    expect(found).toBeGreaterThan(100);
  });

  test('each figure of a month review is the total of the rows it is made of', async ({ ana2026: ana }) => {
    for (const period of [OCTOBER, NOVEMBER]) {
      const total = (filter: object) =>
        ana.call.account.statementTotal({ ...MOVEMENTS, ...period, ...filter });
      const review = await ana.call.account.monthReview({ month: period.from.slice(0, 7) });
      expect((await total({ direction: 'in' })).credits).toBe(review.income);
      expect((await total({ direction: 'out' })).debits).toBe(review.expense);
      expect((await total({ flow: 'counted' })).net).toBe(review.net);
      expect((await total({ cost: 'any' })).debits).toBe(review.costs);
      for (const { reason, amount, count } of review.costsBy)
        expect(await total({ cost: reason })).toMatchObject({ debits: amount, count });
      for (const { flow, amount, count } of review.neutral) {
        const { credits, debits, ...rest } = await total({ flow });
        expect([Number(credits) + Number(debits), rest.count]).toEqual([Number(amount), count]);
      }
      for (const { name, document, amount } of review.paidTo)
        expect((await total({ direction: 'out', counterparty: `${name} ${document}` })).debits).toBe(amount);
      for (const { transactionId, amount, isDebit } of review.largest)
        expect(await total({ transactionId })).toMatchObject({
          count: 1,
          [isDebit ? 'debits' : 'credits']: amount,
        });
    }
  });

  test('what was reversed within the month is one row of the month review, and a reversal of an earlier month another', async ({
    ana2026: ana,
  }) => {
    const neutral = async (month: string) => (await ana.call.account.monthReview({ month })).neutral;
    expect(await neutral('2026-10')).toEqual([
      { flow: 'loan', amount: '200.00', count: 1 },
      { flow: 'undone', amount: '7.00', count: 1 },
    ]);
    expect(await neutral('2026-11')).toEqual([
      { flow: 'own', amount: '40.00', count: 1 },
      { flow: 'undone', amount: '7.60', count: 2 },
    ]);
  });

  test('people of one name are told apart by their masked document', async ({ ana2026: ana }) => {
    const total = (counterparty: string) =>
      ana.call.account.statementTotal({ ...MOVEMENTS, ...NOVEMBER, flow: 'counted', counterparty });
    expect(await total(BRUNO)).toMatchObject({ count: 1, net: '-11.00' });
    expect(await total('Bruno Nogueira ***.982.247-**')).toMatchObject({ count: 1, net: '0.70' });
    expect(await total('Bruno Nogueira')).toMatchObject({ count: 0, net: '0.00' });
  });

  test('the total of a statement is its customer’s alone, and counted as a search', async ({
    ana2026: ana,
    bank,
    bruno,
    admin,
  }) => {
    expect(await codeOf(bruno.call.account.statementTotal({ accountId: ana.accountId }))).toBe('NOT_FOUND');
    expect(await codeOf(admin.call.account.statementTotal({}))).toBe('FORBIDDEN');
    expect(await codeOf(ana.call.account.statementTotal({ from: '2026-13-01' }))).toBe('VALIDATION');
    await countAttempt(bank, 'statementSearch', ana.user.id, ATTEMPT_LIMITS.statementSearch.max);
    expect(await refusalOf(ana.call.account.statementTotal({}))).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
  });
});
