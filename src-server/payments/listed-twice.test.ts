import { expect } from 'vitest';
import { balanceOf } from '#server/ledger/statement';
import { findExternal, isOpen } from '#server/onboarding/external-account';
import { paymentSchema } from '#server/provider/money-shapes';
import { test } from './orders/testing/order-test.ts';
import { receive, receiveOnce } from './receive.ts';
import { compare } from './reconcile/compare.ts';
import { type Customer, deliverEvent } from './testing/scene.ts';

const ONE_PIX = 'E60701190202603101500ABCDEFGHIJK';

type Tested = Parameters<typeof findExternal>[0];

async function externalOf(on: Tested, { user }: Customer) {
  const external = await findExternal(on, user.id);
  if (!isOpen(external)) throw new Error('the external account is not open');
  return external;
}

/** As the provider answers, R$ 25,00. */
const paymentOf = (id: string, endToEndIdentifier: string | null = ONE_PIX) =>
  paymentSchema.parse({
    id,
    status: 'RECEIVED',
    value: 25,
    dateCreated: '2026-03-10',
    pixTransaction: { endToEndIdentifier, payer: { name: 'Carla Dias' } },
  });

test('a PIX that the provider lists under two ids is booked once, and no difference is left', async ({
  bank,
  simulator,
  bruno,
}) => {
  const { accountId } = await externalOf(bank.db, bruno);
  const { key } = await bruno.call.pix.keys.create({ type: 'EVP' });
  const { body } = await simulator.control('POST', '/simulator/receive', { addressKey: key, value: 25 });
  const { store } = simulator.simulator;
  const payment = store.get('payment', String(body.id));
  if (!payment) throw new Error('the provider has no such payment');
  const twin = { ...payment, id: 'pay_twin' };
  store.insert('payment', twin.id, twin, { accountId: twin.accountId, day: twin.dateCreated });
  await deliverEvent(bank, bruno, { event: 'PAYMENT_RECEIVED', objectId: payment.id });
  expect(await deliverEvent(bank, bruno, { event: 'PAYMENT_RECEIVED', objectId: twin.id })).toMatchObject({
    processedAt: bank.clock.real(),
    lastError: null,
  });
  expect(await compare(bank)).toMatchObject({ differences: [], booked: 0 });
  expect(await balanceOf(bank.db, accountId)).toBe(2_500);
});

test('of one PIX that arrives under eight ids at once one is booked', async ({ bank, bruno }) => {
  const external = await externalOf(bank.db, bruno);
  const booked = await Promise.all(
    Array.from({ length: 8 }, (_, place) => receive(bank, external, paymentOf(`pay_${place}`))),
  );
  expect(booked.filter(Boolean)).toHaveLength(1);
  expect(await balanceOf(bank.db, external.accountId)).toBe(2_500);
});

test('a PIX that was held is not booked under another id once its owner is active again', async ({
  bank,
  bruno,
  admin,
}) => {
  const external = await externalOf(bank.db, bruno);
  await admin.call.admin.users.deactivate({ id: bruno.user.id, reason: 'Documento vencido' });
  expect(await receive(bank, external, paymentOf('pay_1'))).toBe(true);
  await admin.call.admin.users.activate({ id: bruno.user.id, reason: 'Documento novo' });
  expect(await receive(bank, external, paymentOf('pay_2'))).toBe(false);
  expect(await balanceOf(bank.db, external.accountId)).toBe(0);
});

test('payments of other customers, or without an end-to-end id, are booked each', async ({
  bank,
  ana,
  bruno,
}) => {
  const [hers, his] = [await externalOf(bank.db, ana), await externalOf(bank.db, bruno)];
  expect(await receive(bank, hers, paymentOf('pay_hers'))).toBe(true);
  expect(await receive(bank, his, paymentOf('pay_his'))).toBe(true);
  expect(await receive(bank, his, paymentOf('pay_1', null))).toBe(true);
  expect(await receive(bank, his, paymentOf('pay_2', null))).toBe(true);
  expect(await balanceOf(bank.db, his.accountId)).toBe(7_500);
});

test('parts that came back are booked each, also under the id of the PIX they are of; one of its own once', async ({
  bank,
  bruno,
}) => {
  const external = await externalOf(bank.db, bruno);
  expect(await receive(bank, external, paymentOf('pay_1'))).toBe(true);
  const comeBack = (providerId: string, endToEndId: string) =>
    receiveOnce(bank, external, {
      ...{ providerId, endToEndId, userId: bruno.user.id, amountCents: 1_000 },
      ...{ payerName: 'Carla Dias', payerDocument: null, isReturn: true, orderId: null },
    });
  expect(await comeBack('back_1', ONE_PIX)).toBe(true);
  expect(await comeBack('back_2', ONE_PIX)).toBe(true);
  const own = ONE_PIX.replace('E', 'D');
  expect(await comeBack('back_3', own)).toBe(true);
  expect(await comeBack('back_4', own)).toBe(false);
  expect(await balanceOf(bank.db, external.accountId)).toBe(5_500);
});
