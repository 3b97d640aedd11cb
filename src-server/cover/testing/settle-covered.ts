import type { Payment } from '#domain/cover/input';
import { record } from '#server/audit/record';
import { systemActor } from '#server/audit/system-actor';
import { ownKey } from '#server/ledger/once';
import { moveOrder } from '#server/payments/move';
import { settleOrders } from '#server/payments/orders/order-worker';
import { placeOrder } from '#server/payments/orders/place-order';
import type { orderScene } from '#server/payments/orders/testing/order-scene';
import type { TestBank } from '#server/testing/test-bank';
import { advanceCovered } from '../cover-worker.ts';
import { insertCovered, newCoveredRow } from '../covered-row.ts';

type CoverScene = Pick<Awaited<ReturnType<typeof orderScene>>, 'bank' | 'ana' | 'external'>;

/** Runs a few turns of two concurrent workers, as two processes would. */
export async function settleCovered(bank: TestBank): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    bank.clock.passSeconds(30);
    await settleOrders(bank);
    await Promise.all([advanceCovered(bank), advanceCovered(bank)]);
  }
}

/** A cover of R$ 200.00 for this payment, placed and not sent, as if the process had died. Returns its id. */
export const placeCover = ({ bank, ana, external }: CoverScene, payment: Payment): Promise<string> =>
  bank.db.transaction(async (tx) => {
    const ctx = { ...bank, user: ana.user, session: null, token: null };
    const order = moveOrder({ direction: 'out', amount: 20_000 }, ana.accountId, external);
    const id = await placeOrder(tx, ctx, order);
    await insertCovered(tx, [
      newCoveredRow(ctx, id, { payment, cover: 20_000, paymentKey: ownKey(`cover:${id}`) }),
    ]);
    await record(tx, systemActor(bank), { action: 'cover_payment', entityId: id });
    return id;
  });
