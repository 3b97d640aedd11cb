import { expect } from 'vitest';
import { test } from '#server/testing/bank-test';
import { knownOutcomes } from './outcomes.ts';
import { signedCredit } from './testing/loan.ts';

test('the outcomes of credits a year old are good or bad, with the bins and points stored at the time', async ({
  setup: scene,
}) => {
  const { bank, ana, admin } = scene;
  await admin.call.admin.accounts.adjust({ id: ana.accountId, amount: '9000.00', reason: 'Depósito' });
  const lent = [];
  for (const purpose of ['Paga em dia a obra', 'Paga um mês depois', 'Paga meses depois'])
    lent.push(await signedCredit(scene, { termMonths: 1, purpose }));
  const pay = async (proposalId = '') => {
    const { schedules } = await ana.call.credit.schedules({ proposalId });
    await ana.call.credit.payInstallment({ id: schedules[0]?.id ?? '' });
  };
  const [inTime, aMonthLater, bad] = lent;
  bank.clock.set('2026-04-10T10:00:00-03:00');
  await pay(inTime);
  bank.clock.set('2026-05-20T10:00:00-03:00');
  await pay(aMonthLater);
  bank.clock.set('2026-08-10T10:00:00-03:00');
  await pay(bad);
  bank.clock.set('2027-03-09T10:00:00-03:00');
  expect(await knownOutcomes(bank)).toEqual([]);
  bank.clock.set('2027-03-10T10:00:00-03:00');
  const known = await knownOutcomes(bank);
  expect(known.map(({ isBad }) => isBad).sort()).toEqual([false, true]);
  const { proposals } = await admin.call.credit.proposals.list({});
  const { explanation } = proposals.find(({ id }) => id === inTime) ?? {};
  const points = explanation?.reasons.filter(({ attribute }) => attribute !== 'collateral') ?? [];
  expect(known.find(({ isBad }) => !isBad)).toEqual({
    bins: [expect.any(String), expect.any(String), 'sem_historico', 'ate_9'],
    isBad: false,
    points: points.reduce((sum, one) => sum + one.points, explanation?.base ?? 0),
    paidOutOn: '2026-03-10',
  });
});
