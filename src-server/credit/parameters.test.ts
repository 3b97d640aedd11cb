import { describe, expect } from 'vitest';
import { creditParametersSchema, DEFAULT_CREDIT_PARAMETERS } from '#domain/credit/parameters';
import { callerOf } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { test } from './testing/credit-test.ts';

describe('the credit parameters', () => {
  test('the credit parameters are read by anybody signed in, and changed by administrators within the law', async ({
    bank,
    ana,
    admin,
  }) => {
    expect(await codeOf(callerOf(bank, null).credit.parameters.get())).toBe('UNAUTHENTICATED');
    expect(await ana.call.credit.parameters.get()).toEqual(DEFAULT_CREDIT_PARAMETERS);
    const input = DEFAULT_CREDIT_PARAMETERS;
    expect(await codeOf(ana.call.credit.parameters.update(input))).toBe('FORBIDDEN');
    const wrong = {
      ...input,
      rates: { ...input.rates, baixo: 'muito', alto: '20.01' },
      late: { finePercent: '2.01', monthlyInterestPercent: '-1' },
    };
    const { fields } = await refusalOf(admin.call.credit.parameters.update(wrong));
    expect(Object.keys(fields ?? {})).toEqual([
      'rates.baixo',
      'rates.alto',
      'late.finePercent',
      'late.monthlyInterestPercent',
    ]);
    const cheap = { ...input, rates: { ...input.rates, baixo: '0.80' } };
    expect(await refusalOf(admin.call.credit.parameters.update(cheap))).toMatchObject({
      fields: { 'discounts.casa': 'O desconto deve ser menor que a menor taxa da tabela' },
    });
  });

  test('a change of credit parameters based on outdated ones is refused', async ({ admin }) => {
    const { update, get } = admin.call.credit.parameters;
    const from = await get();
    const raised = { ...from, rates: { ...from.rates, alto: '4.10' } };
    await update({ ...raised, from });
    const fined = { ...from, late: { ...from.late, finePercent: '1.50' } };
    expect(await codeOf(update({ ...fined, from }))).toBe('PARAMETERS_CHANGED');
    expect(await get()).toEqual(raised);
    expect(await update({ ...raised, late: fined.late, from: raised })).toEqual({
      ...raised,
      late: fined.late,
    });
  });

  test('changed credit parameters apply to later proposals, are audited, and leave contracts unchanged', async ({
    bank,
    admin,
    ana,
    propose,
    lend,
  }) => {
    const lent = await lend();
    const input = {
      ...DEFAULT_CREDIT_PARAMETERS,
      rates: { ...DEFAULT_CREDIT_PARAMETERS.rates, moderado: 2.6 },
      late: { finePercent: '1', monthlyInterestPercent: '0.5' },
    };
    const changed = await admin.call.credit.parameters.update(input);
    expect(changed).toEqual(creditParametersSchema.parse(input));
    expect(await admin.call.credit.parameters.update(input)).toEqual(changed);
    const { auditLog } = bank.db.tables;
    const rows = (await bank.db.select().from(auditLog)).filter(
      ({ entityId }) => entityId === 'creditParameters',
    );
    expect(rows.map(({ changes }) => JSON.parse(changes ?? ''))).toEqual([
      {
        'rates.moderado': { from: '2.49', to: '2.60' },
        'late.finePercent': { from: '2.00', to: '1.00' },
        'late.monthlyInterestPercent': { from: '1.00', to: '0.50' },
      },
    ]);
    expect((await propose({ amount: '5000.00', termMonths: 18 })).interestRate).toBe('2.60');
    // The contract's own rates: 2 % and 1 % a month of 945.60, four days late.
    bank.clock.set('2026-12-27T10:00:00-03:00');
    const { schedules } = await ana.call.credit.schedules({ proposalId: lent });
    const first = schedules.find(({ installmentNumber }) => installmentNumber === 1);
    expect(first).toMatchObject({ daysLate: 4, lateFee: '20.17', amountToday: '965.77' });
  });
});
