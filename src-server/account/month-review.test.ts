/** @module-tag postgresInCi */
import { PDFDocument } from 'pdf-lib';
import { describe, expect } from 'vitest';
import { reviewMonth } from '#domain/account/month-review';
import { ATTEMPT_LIMITS } from '#domain/limits';
import { toDecimal } from '#domain/money';
import { countAttempt } from '#server/auth/attempts';
import { toAnswer } from '#server/kernel/to-answer';
import { bankAccountId } from '#server/ledger/bank-account';
import { entriesPage } from '#server/ledger/statement';
import type { StatementEntry } from '#server/ledger/statement-rows';
import { moveIn } from '#server/ledger/testing/bank';
import { test as bankTest } from '#server/testing/bank-test';
import { callerOf, makeAdmin, makeCustomer, openFor } from '#server/testing/people';
import { codeOf } from '#server/testing/refusal-of';

/** Ana has 100.00 since 10 March; she sends 40.00 and 7.50 in March, and receives 5.00 in April. */
const test = bankTest.extend('scene', async ({ bank, ana, bruno }) => {
  const send = (from: typeof ana, to: typeof ana, at: string, amount: string) => {
    bank.clock.set(at);
    return from.call.account.transfer({ accountNumber: to.accountNumber, amount, description: 'Aluguel' });
  };
  await send(ana, bruno, '2026-03-11T15:00:00-03:00', '40.00');
  await send(ana, bruno, '2026-03-31T23:30:00-03:00', '7.50');
  await send(bruno, ana, '2026-04-02T09:00:00-03:00', '5.00');
  return { bank, ana, bruno };
});

const inDecimals = <T extends { amountCents: number }>({ amountCents, ...rest }: T) => ({
  ...rest,
  amount: toDecimal(amountCents),
});

describe('the review of a month', () => {
  test('the month review agrees with the statement, by days of São Paulo', async ({ scene: { ana } }) => {
    const march = await ana.call.account.monthReview({ month: '2026-03' });
    expect(march).toMatchObject({
      month: '2026-03',
      isOver: true,
      opening: '0.00',
      closing: '52.50',
      income: '100.00',
      expense: '47.50',
      net: '52.50',
      previous: null,
      paidTo: [{ name: 'Bruno Nogueira', document: '***.159.265-**', amount: '47.50', count: 2 }],
      costs: '0.00',
      costsBy: [],
    });
    expect(march.days).toHaveLength(31);
    expect(march.days.slice(9, 11).map(({ balance }) => balance)).toEqual(['100.00', '60.00']);
    const april = await ana.call.account.monthReview({});
    expect(april).toMatchObject({
      month: '2026-04',
      isOver: false,
      opening: '52.50',
      closing: '57.50',
      previous: { month: '2026-03', income: '100.00', expense: '47.50', net: '52.50' },
      receivedFrom: [{ name: 'Bruno Nogueira', amount: '5.00', count: 1 }],
    });
    expect(april.days.map(({ day }) => day)).toEqual(['2026-04-01', '2026-04-02']);
  });

  test('the month review summed up by the database equals the sum of each movement', async ({
    scene: { bank, ana, bruno },
  }) => {
    const savings = await openFor(bank, ana.user, 'savings');
    const carla = await makeCustomer(bank, { fullName: 'Carla Dias', cpf: '27182818205' });
    const adjustments = await bankAccountId(bank.db, 'adjustments');
    const kinds = ['transfer', 'deposit', 'fee', 'interest', 'payment'] as const;
    const texts = ['Multa por atraso, parcela 2 de 6', 'IOF do crédito: Reforma', 'Segunda via', 'Aluguel'];
    const others = [bruno.accountId, carla.accountId, adjustments, adjustments, savings.id];
    await bank.db.transaction(async (tx) => {
      const give = (accountId: string, cents: number) =>
        moveIn(tx, {
          createdAt: new Date('2026-04-02T10:00:00-03:00'),
          entries: [
            { accountId: adjustments, amountCents: -cents },
            { accountId, amountCents: cents },
          ],
        });
      for (const accountId of [ana.accountId, savings.id, bruno.accountId, carla.accountId])
        await give(accountId, 9_999_999);
      for (let index = 0; index < 240; index += 1) {
        // Few distinct amounts and times, to produce ties.
        const amountCents = (1 + ((index * 7) % 6)) * 1_000 * (index % 3 === 0 ? 1 : -1);
        const kind = kinds[(index * 3) % kinds.length] ?? 'transfer';
        await moveIn(tx, {
          type: kind,
          description: texts[index % texts.length] ?? '',
          createdAt: new Date(Date.parse('2026-04-03T02:30:00Z') + Math.floor(index / 4) * 11 * 3_600_000),
          entries: [
            { accountId: index % 7 === 0 ? savings.id : ana.accountId, amountCents },
            {
              accountId: index % 7 === 0 ? adjustments : (others[index % others.length] ?? adjustments),
              amountCents: -amountCents,
            },
          ],
        });
      }
    });
    bank.clock.set('2026-05-01T12:00:00-03:00');
    for (const month of ['2026-03', '2026-04', '2026-05']) {
      const lines: StatementEntry[] = [];
      const range = { accountIds: [ana.accountId, savings.id], from: `${month}-01`, to: `${month}-31` };
      let cursor: string | null | undefined;
      while (cursor !== null) {
        const page = await entriesPage(bank.db, { ...range, cursor });
        lines.push(...page.entries);
        cursor = page.nextCursor;
      }
      const review = await ana.call.account.monthReview({ month });
      const untilOn = month === '2026-05' ? '2026-05-01' : `${month}-31`;
      const openingCents = Math.round(Number(review.opening) * 100);
      const expected = reviewMonth(lines, { month, openingCents, untilOn });
      expect(review, month).toMatchObject({
        income: toDecimal(expected.incomeCents),
        expense: toDecimal(expected.expenseCents),
        costs: toDecimal(expected.costsCents),
        kinds: expected.kinds.map(inDecimals),
        paidTo: expected.paidTo.map(inDecimals),
        receivedFrom: expected.receivedFrom.map(inDecimals),
        costsBy: expected.costs.map(inDecimals),
        days: expected.days.map(({ day, balanceCents }) => ({ day, balance: toDecimal(balanceCents) })),
      });
      expect(review.largest.map(({ transactionId }) => transactionId)).toEqual(
        expected.largest.map(({ transactionId }) => transactionId),
      );
    }
  });

  test('the PDF of a month review has the same bytes for the same moment', async ({ scene: { ana } }) => {
    const one = await ana.call.account.monthReviewPdf({ month: '2026-03' });
    const other = await ana.call.account.monthReviewPdf({ month: '2026-03' });
    expect(one).toMatchObject({ fileName: 'raio-x-2026-03.pdf', contentType: 'application/pdf' });
    expect(other.bytes).toEqual(one.bytes);
    expect((await PDFDocument.load(one.bytes as Uint8Array)).getTitle()).toBe('Raio-X do mês');
  });

  test('the month review is given to its customer alone', async ({ scene: { bank, ana } }) => {
    const admin = await makeAdmin(bank);
    for (const name of ['monthReview', 'monthReviewPdf'] as const) {
      expect(await codeOf(callerOf(bank, null).account[name]({}))).toBe('UNAUTHENTICATED');
      expect(await codeOf(admin.call.account[name]({}))).toBe('FORBIDDEN');
      for (const month of ['2026-13', '2026-3', '0000-05', '1899-12', '2200-01', 'março'])
        expect(await codeOf(ana.call.account[name]({ month }))).toBe('VALIDATION');
    }
  });

  test('the month review is limited to 60 a minute for each caller, even within one batch', async ({
    scene: { bank, ana, bruno },
  }) => {
    const { max, windowSeconds } = ATTEMPT_LIMITS.monthReview;
    await countAttempt(bank, 'monthReview', ana.user.id, max - 5);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => ana.call.account.monthReview({}).then(() => 'made', toAnswer)),
    );
    expect(outcomes.filter((outcome) => outcome === 'made')).toHaveLength(5);
    expect(outcomes.find((outcome) => outcome !== 'made')).toMatchObject({ status: 429 });
    expect((await bruno.call.account.monthReview({})).month).toBe('2026-04');
    bank.clock.passSeconds(windowSeconds);
    expect((await ana.call.account.monthReview({})).month).toBe('2026-04');
  });

  test('a future month has no review, and a month before the first entry is empty', async ({
    scene: { ana },
  }) => {
    for (const name of ['monthReview', 'monthReviewPdf'] as const)
      for (const month of ['2026-05', '2199-12'])
        expect(await codeOf(ana.call.account[name]({ month }))).toBe('VALIDATION');
    for (const month of ['2019-07', '1900-01'])
      expect(await ana.call.account.monthReview({ month })).toMatchObject({
        opening: '0.00',
        closing: '0.00',
        kinds: [],
        largest: [],
      });
  });
});
