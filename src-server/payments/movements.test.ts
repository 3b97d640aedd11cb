/** @module-tag postgresInCi */
import { describe, expect } from 'vitest';
import { FAIL_REASONS } from '#domain/pix/order';
import { bankAccountId } from '#server/ledger/bank-account';
import { move, pair } from '#server/ledger/testing/bank';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { test } from './orders/testing/order-test.ts';

const EVERYTHING = { account: 'all', view: 'movements' } as const;
const KEY = 'maria@correio.example';

/** What a row of the statement says. */
const said = (rows: { description: string; amount: string; isDebit: boolean }[]) =>
  rows.map(({ description, amount, isDebit }) => `${description} ${isDebit ? '−' : '+'}${amount}`);

describe('the statement by movements', () => {
  test('a move between own accounts is one row, of neither sign, with both accounts', async ({ ana }) => {
    const { entries } = await ana.call.account.ledger(EVERYTHING);
    expect(said(entries)).toEqual(['Transferência para a conta externa −500.00', 'Depósito +1500.00']);
    expect(entries[0]).toMatchObject({ kind: 'own', accountType: 'checking', isNeutral: true });
    for (const direction of ['in', 'out'] as const) {
      const { entries: signed } = await ana.call.account.ledger({ ...EVERYTHING, direction });
      expect(said(signed)).toEqual(direction === 'in' ? ['Depósito +1500.00'] : []);
    }
    const external = await ana.call.account.ledger({ ...EVERYTHING, account: 'external' });
    expect(said(external.entries)).toEqual(['Transferência da conta corrente +500.00']);
    expect(external.entries[0]).toMatchObject({ kind: 'own', accountType: 'external', isNeutral: true });
    const month = await ana.call.account.monthSummary({});
    expect(month).toMatchObject({ income: '1500.00', expense: '0.00', neutral: '0.00', closing: '1500.00' });
  });

  test('a PIX from the external account is in the statement of all accounts, in its month and in its search', async ({
    ana,
  }) => {
    const sent = await ana.call.pix.transfer({ pixKey: KEY, amount: '40.25', description: 'Aluguel' });
    for (const filter of [
      { kind: 'pix' },
      { q: '40,25' },
      { q: sent.authCode },
      { q: sent.endToEndId ?? '-' },
    ] as const) {
      const { entries } = await ana.call.account.ledger({ ...EVERYTHING, ...filter });
      expect(said(entries), JSON.stringify(filter)).toEqual(['Aluguel −40.25']);
    }
    expect(await ana.call.account.monthSummary({})).toMatchObject({ expense: '40.25', closing: '1459.75' });
    expect(await ana.call.account.monthReview({})).toMatchObject({
      expense: '40.25',
      closing: '1459.75',
      neutralNet: '0.00',
      neutral: [{ flow: 'own', amount: '500.00', count: 1 }],
    });
  });

  test('the administrators’ ledger finds PIX and boletos as types, also what was returned', async ({
    ana,
    admin,
  }) => {
    await ana.call.pix.transfer({ pixKey: KEY, amount: '40.25', description: 'Aluguel' });
    const { entries } = await admin.call.admin.ledger.list({ type: 'pix', side: 'all' });
    expect(new Set(entries.map(({ description }) => description))).toEqual(new Set(['Aluguel']));
    expect(entries.map(({ amount }) => amount)).toContain('40.25');
    expect((await admin.call.admin.ledger.list({ type: 'boleto', side: 'all' })).entries).toEqual([]);
  });

  test('a failed payment is one row with its reversal, and counts in no figure', async ({
    ana,
    simulator,
  }) => {
    const { store, rootId } = simulator.simulator;
    store.update('account', rootId, { balanceCents: 0 });
    const failed = await ana.call.pix.move({ direction: 'in', amount: '5.00' });
    expect(failed).toMatchObject({ status: 'failed', failReason: FAIL_REASONS.refused });
    const { entries } = await ana.call.account.ledger(EVERYTHING);
    expect(said(entries)).toEqual([
      'Transferência para a conta externa −5.00',
      'Transferência para a conta externa −500.00',
      'Depósito +1500.00',
    ]);
    expect(entries.map(({ reversal }) => reversal !== null)).toEqual([true, false, false]);
    expect((await ana.call.account.ledger({ account: 'all' })).entries).toHaveLength(5);
    expect(await ana.call.account.monthSummary({})).toMatchObject({ expense: '0.00', neutral: '0.00' });
    expect((await ana.call.account.monthReview({})).neutral).toEqual([
      { flow: 'own', amount: '500.00', count: 1 },
      { flow: 'undone', amount: '5.00', count: 1 },
    ]);
  });

  test('the code of a payment that failed says when it was given back, and there is no receipt of it', async ({
    ana,
    nobody,
    simulator,
  }) => {
    const { store, rootId } = simulator.simulator;
    store.update('account', rootId, { balanceCents: 0 });
    const failed = await ana.call.pix.move({ direction: 'in', amount: '5.00' });
    const { entries } = await ana.call.account.ledger({ ...EVERYTHING, limit: 1 });
    expect(await nobody.account.verifyDocument({ code: failed.authCode })).toMatchObject({
      kind: 'receipt',
      amount: '5.00',
      reversedAt: entries[0]?.reversal?.createdAt,
      sha256: null,
      contentSha256: null,
      parties: [{ role: 'payer' }, { role: 'payee' }],
    });
    expect(await codeOf(ana.call.account.receipt({ id: failed.id }))).toBe('RECEIPT_NOT_READY');
  });

  test('a reversal whose original lies before the period has a row of its own', async ({
    bank,
    ana,
    bruno,
    admin,
  }) => {
    const { accountNumber } = bruno;
    const sent = await ana.call.account.transfer({ accountNumber, amount: '7.00', description: 'Engano' });
    const sentOn = bank.clock.today();
    bank.clock.passSeconds(86_400);
    const at = bank.clock.today();
    await admin.call.admin.transactions.reverse({ id: sent.id, reason: 'Conta errada' });
    const rows = async (days: object) =>
      said((await ana.call.account.ledger({ ...EVERYTHING, ...days })).entries);
    expect(await rows({ from: at })).toEqual(['Estorno: Conta errada +7.00']);
    expect(await rows({ from: sentOn, to: sentOn })).toContain('Engano −7.00');
    expect(await rows({})).not.toContain('Estorno: Conta errada +7.00');
    expect(await rows({ direction: 'out' })).toEqual([]);
  });

  test('the entries of one account are asked for by its name, those of investments too', async ({
    ana,
    admin,
  }) => {
    const { id: productId } = await admin.call.investment.products.create({
      ...{ name: 'CDB', description: 'Renda fixa', minAmount: '1.00', annualRate: '12.00' },
      termDays: 90,
    });
    await ana.call.investment.create({ productId, amount: '10.00' });
    const of = async (account: 'checking' | 'external' | 'investment' | 'all') =>
      (await ana.call.account.ledger({ account })).entries.map(({ accountType }) => accountType);
    expect(await of('investment')).toEqual(['investment']);
    expect(await of('external')).toEqual(['external']);
    expect(await of('checking')).toEqual(['checking', 'checking', 'checking']);
    expect((await of('all')).toSorted()).toEqual([
      'checking',
      'checking',
      'checking',
      'external',
      'investment',
    ]);
  });

  test('a filter by kind shows exactly the movements of that kind', async ({ ana, bank }) => {
    await ana.call.pix.transfer({ pixKey: KEY, amount: '1.00', description: 'Um' });
    const loans = await bankAccountId(bank.db, 'loans_receivable');
    await move(bank.db, {
      type: 'credit_disbursement',
      description: 'Crédito liberado',
      createdAt: bank.clock.now(),
      entries: pair(loans, ana.accountId, 100),
    });
    const { entries } = await ana.call.account.ledger(EVERYTHING);
    expect(entries.map(({ kind }) => kind)).toEqual(['credit', 'pix', 'own', 'adjustment']);
    for (const { kind, transactionId } of entries) {
      const { entries: found } = await ana.call.account.ledger({ ...EVERYTHING, kind });
      expect(found.map((entry) => entry.transactionId)).toEqual([transactionId]);
    }
  });

  test('an OFX file has one account, and lists both entries of a reversed movement', async ({ ana }) => {
    expect(await refusalOf(ana.call.account.exportLedger({ ...EVERYTHING, format: 'ofx' }))).toMatchObject({
      code: 'VALIDATION',
      fields: { account: 'Um arquivo OFX leva uma conta só. Escolha a conta e exporte de novo.' },
    });
    const { contentType } = await ana.call.account.exportLedger({ account: 'external', format: 'ofx' });
    expect(contentType).toBe('application/x-ofx');
  });
});
