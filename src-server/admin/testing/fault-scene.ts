import { expect } from 'vitest';
import { bankAccountId } from '#server/ledger/bank-account';
import { orderScene, rowOf } from '#server/payments/orders/testing/order-scene';
import { compare } from '#server/payments/reconcile/compare';
import { forgetAttempts } from '#server/testing/forget-attempts';

const DAY_SECONDS = 86_400;
/** A reconciled bank with a payment of ten days ago and one of each outcome today. */
export async function faultScene() {
  const scene = await orderScene({ verify: false });
  const { bank, simulator, ana, bruno, admin } = scene;
  const send = async (amount: string) => {
    const { id, status } = await ana.call.pix.transfer({ pixKey: 'maria@correio.example', amount });
    return { id, status, providerId: (await rowOf(bank, id)).providerId ?? '' };
  };
  const old = await send('10.00');
  bank.clock.passSeconds(10 * DAY_SECONDS);
  await simulator.control('POST', '/simulator/clock', { at: bank.clock.real().toISOString() });
  const recent = await send('20.00');
  await simulator.control('POST', '/simulator/switches', { failNext: 1 });
  const failed = await send('30.00');
  const { key } = await ana.call.pix.keys.create({ type: 'EVP' });
  const paid = await simulator.control('POST', '/simulator/receive', { addressKey: key, value: 50 });
  await compare(bank);
  await simulator.control('POST', '/simulator/switches', { settleMs: 600_000 });
  const open = await send('40.00');
  const sent = await ana.call.account.transfer({
    accountNumber: bruno.accountNumber,
    amount: '5.00',
    description: 'Café',
  });
  expect([old.status, recent.status, failed.status, open.status]).toEqual([
    'done',
    'done',
    'failed',
    'processing',
  ]);
  const ids = {
    old,
    recent,
    failed,
    open,
    incoming: String(paid.body.id),
    transfer: sent.id,
    ana: ana.accountId,
    bruno: bruno.accountId,
    brunoId: bruno.user.id,
    adjustments: await bankAccountId(bank.db, 'adjustments'),
    settledBy: (await rowOf(bank, recent.id)).concludedById ?? '',
    oldSettledBy: (await rowOf(bank, old.id)).concludedById ?? '',
  };
  const { reconcile, reconciliations } = admin.call.admin.ledger;
  const ledger = {
    reconciliations,
    reconcile: async () => {
      await forgetAttempts(bank);
      return reconcile();
    },
  };
  return { ...scene, ids, ledger };
}
