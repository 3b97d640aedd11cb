import { test as base, expect } from 'vitest';
import { refund } from '#simulator/refunds';
import { compare } from '../reconcile/compare.ts';
import { deliverEvent } from '../testing/scene.ts';
import { returnScene } from './testing/return-scene.ts';

const test = base.extend('scene', () => returnScene());

const CONTESTED = 'Contestação 3fa85f64-5717-4562-b3fc-2c963f66afa6';

test('a part that the provider takes back under an id of its own is booked as the provider’s, beside a return of its receiver’s', async ({
  scene: { bank, simulator, bruno, arrive, centsOf },
}) => {
  const { id, providerId } = await arrive(80);
  await bruno.call.pix.giveBack({ id, amount: '10.00', reason: 'cancelled' });
  const { store } = simulator.simulator;
  store.transaction(() => {
    const payment = store.get('payment', providerId);
    if (payment) refund(simulator.simulator, payment, { amountCents: 3_000, description: CONTESTED });
  });
  await deliverEvent(bank, bruno, { event: 'PAYMENT_PARTIALLY_REFUNDED', objectId: providerId });
  expect(await centsOf(bruno)).toBe(4_000);
  expect(await bruno.call.pix.returns({ id })).toMatchObject({
    left: '40.00',
    returns: [
      { amount: '30.00', reason: 'Devolvido pelo provedor de pagamentos' },
      { amount: '10.00', reason: 'Compra ou serviço cancelado' },
    ],
  });
  expect(await compare(bank)).toMatchObject({ differences: [], booked: 0 });
});
