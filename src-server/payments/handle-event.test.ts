import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { balanceOf } from '#server/ledger/statement';
import { findExternal, isOpen } from '#server/onboarding/external-account';
import { paymentSchema } from '#server/provider/money-shapes';
import { type orderScene, place, rowOf } from './orders/testing/order-scene.ts';
import { test } from './orders/testing/order-test.ts';
import { processEvents } from './process-events.ts';
import { receive } from './receive.ts';
import { callsOf } from './testing/provider-calls.ts';
import { type Customer, deliverEvent } from './testing/scene.ts';

type Scene = Awaited<ReturnType<typeof orderScene>>;

/** A completed transfer at the provider, from the customer's account, with one of the bank's references. */
async function transferThere({ bank, simulator }: Scene, { user }: Customer, externalReference: string) {
  const { users } = bank.db.tables;
  const [row] = await bank.db.select().from(users).where(eq(users.id, user.id));
  const accountId = row?.asaasSubAccountId ?? '';
  const { store } = simulator.simulator;
  const id = store.newId();
  const to = { key: 'maria@correio.example', keyType: 'EMAIL' } as const;
  const day = '2026-03-10';
  store.insert(
    'transfer',
    id,
    {
      id,
      accountId,
      status: 'DONE',
      amountCents: 4_000,
      to,
      description: null,
      externalReference,
      endToEndId: null,
      failReason: null,
      dateCreated: day,
      effectiveDate: day,
      madeAt: `${day}T15:00:00.000Z`,
    },
    { accountId, reference: externalReference, day },
  );
  return id;
}

test('an event of another customer’s account concludes no order, whichever it names', async ({
  scene,
  bank,
  ana,
  bruno,
}) => {
  const id = await place(scene, 4_000);
  const event = 'TRANSFER_DONE';
  const ofBruno = await transferThere(scene, bruno, id);
  expect(await deliverEvent(bank, bruno, { event, objectId: ofBruno })).toMatchObject({
    processedAt: bank.clock.real(),
    lastError: 'no order of this account',
  });
  expect(await rowOf(bank, id)).toMatchObject({ status: 'reserved', providerId: null });
  expect(await scene.balances()).toMatchObject({ external: 46_000, clearing: 4_000, cash: 0 });
  const ofAna = await transferThere(scene, ana, id);
  expect(await deliverEvent(bank, ana, { event, objectId: ofAna })).toMatchObject({ lastError: null });
  expect(await rowOf(bank, id)).toMatchObject({ status: 'done', providerId: ofAna });
});

test('a confirmed payment is not booked until it is received', async ({ bank, bruno }) => {
  const external = await findExternal(bank.db, bruno.user.id);
  if (!isOpen(external)) throw new Error('the external account is not open');
  const paymentOf = (state: string) =>
    paymentSchema.parse({ id: 'pay_held_back', status: state, value: 25, dateCreated: '2026-03-10' });
  for (const status of ['PENDING', 'CONFIRMED', 'OVERDUE', 'REFUNDED'])
    expect(await receive(bank, external, paymentOf(status)), status).toBe(false);
  expect(await balanceOf(bank.db, external.accountId)).toBe(0);
  expect(await bank.db.$count(bank.db.tables.incomingPayments)).toBe(0);
  expect(await receive(bank, external, paymentOf('RECEIVED'))).toBe(true);
  expect(await balanceOf(bank.db, external.accountId)).toBe(2_500);
});

test('a payment of which the provider’s fee leaves nothing is not booked', async ({ bank, bruno }) => {
  const external = await findExternal(bank.db, bruno.user.id);
  if (!isOpen(external)) throw new Error('the external account is not open');
  for (const netValue of [0, -5]) {
    const sent = {
      id: `pay_${netValue}`,
      status: 'RECEIVED',
      value: 25,
      netValue,
      dateCreated: '2026-03-10',
    };
    expect(await receive(bank, external, paymentSchema.parse(sent))).toBe(false);
  }
  expect(await bank.db.$count(bank.db.tables.incomingPayments)).toBe(0);
});

test('an event that a booked payment has arrived asks the provider nothing', async ({ bank, bruno }) => {
  const external = await findExternal(bank.db, bruno.user.id);
  if (!isOpen(external)) throw new Error('the external account is not open');
  const sent = { id: 'pay_1', status: 'RECEIVED', value: 25, dateCreated: '2026-03-10' };
  await receive(bank, external, paymentSchema.parse(sent));
  const handled = (event: string) =>
    callsOf(bank, () => deliverEvent(bank, bruno, { event, objectId: 'pay_1' }));
  expect(await handled('PAYMENT_RECEIVED')).toBe(0);
  expect(await handled('PAYMENT_REFUNDED')).toBe(1);
});

test('of a customer’s transfer that the bank knows to be under way only news are asked for', async ({
  scene,
  bank,
  ana,
}) => {
  const id = await place(scene, 4_000);
  const objectId = await transferThere(scene, ana, id);
  const handled = (event: string) => callsOf(bank, () => deliverEvent(bank, ana, { event, objectId }));
  const { paymentOrders } = bank.db.tables;
  const is = eq(paymentOrders.transactionId, id);
  await bank.db.transaction(async (tx) => {
    await tx.update(paymentOrders).set({ status: 'processing', providerId: objectId }).where(is);
  });
  for (const event of ['TRANSFER_CREATED', 'TRANSFER_PENDING', 'TRANSFER_IN_BANK_PROCESSING'])
    expect(await handled(event), event).toBe(0);
  expect(await handled('TRANSFER_DONE')).toBe(1);
  expect(await rowOf(bank, id)).toMatchObject({ status: 'done' });
});

test('no text of a payment has control characters, which PostgreSQL cannot store', async () => {
  const payer = { name: 'Bruno\u0000Nogueira', cpfCnpj: '529\u0000982' };
  const sent = { id: 'pay_1', status: 'RECEIVED', value: 5, pixTransaction: { payer } };
  expect(paymentSchema.parse(sent)).toMatchObject({ payerName: 'Bruno Nogueira', payerDocument: '529 982' });
});

test('a payment whose event is ahead of the provider’s answers is booked soon', async ({
  bank,
  bruno,
  simulator,
}) => {
  await bruno.call.pix.keys.create({ type: 'EVP' });
  const [{ key: addressKey } = { key: null }] = await bruno.call.pix.keys.list();
  const { body } = await simulator.control('POST', '/simulator/receive', { addressKey, value: 25 });
  const objectId = String(body.id);
  const { store } = simulator.simulator;
  const paidOn = store.get('payment', objectId)?.paidOn ?? null;
  store.update('payment', objectId, { paidOn: null });
  const event = { event: 'PAYMENT_RECEIVED', objectId };
  expect(await deliverEvent(bank, bruno, event)).toMatchObject({
    processedAt: null,
    lastError: 'a payment is not booked yet: the provider still says PENDING',
  });
  store.update('payment', objectId, { paidOn });
  bank.clock.passSeconds(2);
  await processEvents(bank);
  const { incomingPayments } = bank.db.tables;
  expect(await bank.db.select().from(incomingPayments)).toMatchObject([
    { providerId: objectId, amountCents: 2_500 },
  ]);
});
