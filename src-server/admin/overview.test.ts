/** @module-tag postgres */
import { describe, expect } from 'vitest';
import { bankAccountId } from '#server/ledger/bank-account';
import { send } from '#server/ledger/testing/bank';
import { test } from '#server/testing/bank-test';
import { makeAdmin } from '#server/testing/people';
import { codeOf } from '#server/testing/refusal-of';

describe('the overview of the bank', () => {
  test('the overview has what came and went through the provider by day, without adjustments and transfers among customers', async ({
    bank,
    ana,
    bruno,
  }) => {
    const admin = (await makeAdmin(bank)).call.admin;
    bank.clock.set('2026-03-12T10:00:00-03:00');
    await ana.call.account.transfer({
      accountNumber: bruno.accountNumber,
      amount: '30.00',
      description: 'Almoço',
    });
    await admin.accounts.adjust({ id: bruno.accountId, amount: '-11.00', reason: 'Tarifa indevida' });
    await admin.accounts.adjust({ id: bruno.accountId, amount: '3.50', reason: 'Acerto' });
    const cash = await bankAccountId(bank.db, 'provider_cash');
    await send(bank.db, cash, ana.accountId, 100_00, { createdAt: new Date('2026-03-10T12:00:00-03:00') });
    await send(bank.db, cash, ana.accountId, 2_50, { createdAt: bank.clock.now() });
    await send(bank.db, bruno.accountId, cash, 10_00, { createdAt: bank.clock.now() });
    const seen = await admin.overview({ days: 7 });
    expect(seen.flow.map(({ day }) => day)).toEqual(
      ['06', '07', '08', '09', '10', '11', '12'].map((day) => `2026-03-${day}`),
    );
    expect(seen.flow.at(-1)).toEqual({ day: '2026-03-12', in: '2.50', out: '10.00' });
    expect(seen.flow.at(-3)).toEqual({ day: '2026-03-10', in: '100.00', out: '0.00' });
    expect(seen.flowTotal).toEqual({ in: '102.50', out: '10.00', net: '92.50' });
    expect([seen.newCustomers, seen.needs]).toEqual([2, []]);
    expect(seen.book.map(({ standing, count }) => [standing, count])).toEqual([
      ['adimplente', 0],
      ['em_atraso', 0],
      ['negativado', 0],
      ['finalizado', 0],
    ]);
  });

  test('the overview covers 7, 30 or 90 days, and no other period', async ({ bank }) => {
    const admin = (await makeAdmin(bank)).call.admin;
    expect((await admin.overview({})).flow).toHaveLength(30);
    expect((await admin.overview({ days: '90' })).flow).toHaveLength(90);
    expect(await codeOf(admin.overview({ days: 8 }))).toBe('VALIDATION');
  });
});
