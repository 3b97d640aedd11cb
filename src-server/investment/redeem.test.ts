import { expect, it } from 'vitest';
import { openBankWithTwo } from '#server/testing/people';

// 12 % a year over 60 business days: 102.74 gross, 22.5 % tax on 2.74; a day earlier 102.69 gross.
const MATURED = { status: 'matured', netToday: '102.12', endedDate: '2026-06-08' };

it.each([
  [
    'on the business day before its maturity',
    '2026-06-05',
    { status: 'redeemed', netToday: '102.08', endedDate: '2026-06-05' },
  ],
  ['on its maturity day, before the daily run', '2026-06-08', MATURED],
  ['a day after its maturity, before the daily run', '2026-06-09', MATURED],
])(
  'an investment redeemed %s is paid its yield up to that day, at most up to its maturity',
  async (_, day, expected) => {
    const { bank, ana, admin } = await openBankWithTwo();
    const { id: productId } = await admin.call.investment.products.create({
      name: 'CDB Vale 90',
      description: 'Renda fixa com prazo de 90 dias',
      minAmount: '10.00',
      annualRate: '12.00',
      termDays: 90,
    });
    const { id, maturityDate } = await ana.call.investment.create({ productId, amount: '100.00' });
    expect(maturityDate).toBe('2026-06-08');
    bank.clock.set(`${day}T00:01:00-03:00`);
    expect(await ana.call.investment.redeem({ id })).toMatchObject(expected);
    expect((await ana.call.account.list({})).accounts[0]?.balance).toBe(expected.netToday);
  },
);
