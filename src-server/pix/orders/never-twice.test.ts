import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { FAIL_REASONS } from '#domain/pix/order';
import { send } from './ask-provider.ts';
import { fail, release, sendOrder } from './send-order.ts';
import { atProvider, orderScene, place, rowOf, settleAll } from './testing/order-scene.ts';

const START = { checking: 100_000, external: 50_000, clearing: 0, cash: 0 };

describe('what the provider takes for a repetition', () => {
  it('409: the same was sent a moment ago by another order; it comes back, and says so', async () => {
    const scene = await orderScene();
    const { bank, simulator, ana } = scene;
    simulator.simulator.switches.refuseDuplicates = true;
    const send = () => ana.call.pix.transfer({ pixKey: 'maria@correio.example', amount: '40.00' });
    expect(await send()).toMatchObject({ status: 'done' });
    const second = await send();
    expect(second).toMatchObject({ status: 'failed', failReason: FAIL_REASONS.identical });
    expect(await rowOf(bank, second.id)).toMatchObject({ status: 'failed', attempts: 1 });
    expect(atProvider(scene, second.id)).toEqual([]);
    expect(await scene.balances()).toEqual({ ...START, external: 46_000, cash: 4_000 });
  });

  it('409 for its own first try, of which nothing was heard: found by its reference, it is done once', async () => {
    const scene = await orderScene();
    const { bank, simulator } = scene;
    simulator.simulator.switches.refuseDuplicates = true;
    const id = await place(scene, 4_000);
    await sendOrder(bank, id);
    // As if that try had not been counted as heard of, and another process sent it again.
    const { paymentOrders } = bank.db.tables;
    const first = await rowOf(bank, id);
    expect(first.status).toBe('processing');
    await bank.db.transaction(async (tx) => {
      await tx
        .update(paymentOrders)
        .set({ status: 'reserved', nextLookAt: bank.clock.real() })
        .where(eq(paymentOrders.transactionId, id));
    });
    await sendOrder(bank, id);
    await settleAll(bank);
    expect(await rowOf(bank, id)).toMatchObject({ status: 'done', attempts: 2 });
    expect(atProvider(scene, id)).toHaveLength(1);
    expect(await scene.balances()).toEqual({ ...START, external: 46_000, cash: 4_000 });
  });
});

describe('a process that slept', () => {
  it('between claim and call does not call: others may have sent it meanwhile', async () => {
    const scene = await orderScene();
    const { bank } = scene;
    const id = await place(scene, 4_000);
    const { paymentOrders } = bank.db.tables;
    const claimed = { ...(await rowOf(bank, id)), status: 'sending' as const, attempts: 1 };
    const sentAt = bank.clock.real();
    await bank.db.transaction(async (tx) => {
      await tx
        .update(paymentOrders)
        .set({ status: 'sending', attempts: 1, sentAt, nextLookAt: sentAt })
        .where(eq(paymentOrders.transactionId, id));
    });
    expect(await send(bank, { ...claimed, sentAt }, () => false)).toEqual({ kind: 'unreached' });
    expect(atProvider(scene, id)).toEqual([]);
    // Its try was given back and the next one has the same number: what was found out for the first counts no more.
    bank.clock.passSeconds(1);
    await bank.db.transaction(async (tx) => {
      await tx
        .update(paymentOrders)
        .set({ sentAt: bank.clock.real() })
        .where(eq(paymentOrders.transactionId, id));
    });
    await release(bank, { ...claimed, sentAt }, { isCounted: true });
    await fail(bank, { ...claimed, sentAt }, 'nothing was there');
    expect(await rowOf(bank, id)).toMatchObject({ status: 'sending', attempts: 1 });
    await settleAll(bank);
    expect(atProvider(scene, id)).toHaveLength(1);
  });
});
