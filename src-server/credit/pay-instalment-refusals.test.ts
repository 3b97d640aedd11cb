import { expect } from 'vitest';
import { test as bankTest } from '#server/testing/bank-test';
import { freeze } from '#server/testing/people';
import { codeOf } from '#server/testing/refusal-of';
import { approvedCredit, signedCredit } from './testing/loan.ts';

const test = bankTest.extend('scene', async ({ setup: scene }) => {
  const proposalId = await signedCredit(scene);
  const scheduleOf = async (proposalId: string) =>
    (await scene.ana.call.credit.schedules({ proposalId })).schedules.toReversed();
  const [one, two] = await scheduleOf(proposalId);
  if (!one || !two) throw new Error(`proposal ${proposalId} has no instalments`);
  return { ...scene, scheduleOf, one, two };
});

test('whatever total is confirmed, a paid instalment is refused as paid', async ({
  scene: { ana, one, two },
}) => {
  const { payInstallment, payInstallments } = ana.call.credit;
  await payInstallment({ id: one.id });
  expect(await codeOf(payInstallment({ id: one.id, total: one.amountToday }))).toBe('INSTALMENT_PAID');
  const both = { ids: [one.id, two.id], total: two.amountToday };
  expect(await codeOf(payInstallments(both))).toBe('INSTALMENT_PAID');
});

test('whatever total is confirmed, an instalment of an unsigned credit is refused, alone or together with others', async ({
  scene,
}) => {
  const { ana, one, scheduleOf } = scene;
  const [unsigned] = await scheduleOf(await approvedCredit(scene));
  const id = unsigned?.id ?? '';
  const { payInstallment, payInstallments } = ana.call.credit;
  expect(await codeOf(payInstallment({ id, total: '0.01' }))).toBe('CREDIT_NOT_SIGNED');
  expect(await codeOf(payInstallments({ ids: [one.id, id], total: '0.01' }))).toBe('CREDIT_NOT_SIGNED');
});

test('even an instalment that costs nothing is not paid from a frozen account', async ({ scene }) => {
  const { bank, ana, scheduleOf } = scene;
  const proposalId = await signedCredit(scene, { amount: '1000.00', termMonths: 360, interestRate: '20.00' });
  const free = (await scheduleOf(proposalId)).find(({ principal, amountToday }) =>
    [principal, amountToday].every((amount) => amount === '0.00'),
  );
  await freeze(bank, ana.accountId);
  expect(await codeOf(ana.call.credit.payInstallment({ id: free?.id ?? '' }))).toBe('ACCOUNT_INACTIVE');
});

test('the same instalments in another order are the same request', async ({ scene: { ana, one, two } }) => {
  const { payInstallments } = ana.call.credit;
  const paid = await payInstallments({ ids: [one.id, two.id], idempotencyKey: 'uma-vez' });
  const again = await payInstallments({ ids: [two.id, one.id], idempotencyKey: 'uma-vez' });
  expect(again).toEqual(paid);
});
