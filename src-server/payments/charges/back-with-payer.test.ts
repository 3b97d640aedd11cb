import { test as base, expect } from 'vitest';
import { closeRelation } from '#server/testing/people';
import { settleAll } from '../orders/testing/order-scene.ts';
import { compare } from '../reconcile/compare.ts';
import { returnScene } from '../returns/testing/return-scene.ts';
import { backWithPayer } from './back-with-payer.ts';

const test = base.extend('scene', () => returnScene());

test('a charge’s payment that was paid outside the bank to whoever charged is not back with its payer', async ({
  scene: { bank, simulator, ana, bruno, admin },
}) => {
  const asked = { amount: '10.00', description: 'Pão', dueDate: '2026-03-20' };
  const { payload } = await bruno.call.charge.create(asked);
  await closeRelation(bank, bruno.user.id);
  await ana.call.pix.transfer({ pixKey: payload ?? '', amount: '10.00' });
  await simulator.settle();
  await settleAll(bank);
  await compare(bank);
  const [held] = (await admin.call.admin.held.list({})).payments;
  const decision = { id: held?.id ?? '', reason: 'Transferido à conta em outro banco' };
  await admin.call.admin.held.payOut(decision);
  const payments = await bank.db.select().from(bank.db.tables.chargePayments);
  expect(payments).toHaveLength(1);
  expect([...(await backWithPayer(bank.db, payments)).values()]).toEqual([0]);
});
