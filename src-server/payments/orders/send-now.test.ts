/** @module-tag postgres */
import { test as base, describe, expect, onTestFinished } from 'vitest';
import { engineOf } from '#db/engine';
import { open } from '#db/open';
import { openLink } from '#db/testing/link';
import { isStandIn, testEngine } from '#db/testing/test-db';
import { placeOrder } from './place-order.ts';
import { sendNow } from './send-now.ts';
import { orderScene, rowOf } from './testing/order-scene.ts';

async function moveScene() {
  const scene = await orderScene();
  const { bank, ana } = scene;
  const ctx = { ...bank, user: ana.user };
  const id = await bank.db.transaction((tx) =>
    placeOrder(tx, ctx, {
      kind: 'move_in',
      amountCents: 1_000,
      description: 'Transferência para a conta externa',
      fromAccountId: ana.accountId,
    }),
  );
  const doneNotifications = async () => {
    const rows = await bank.db.select().from(bank.db.tables.notifications);
    return rows.filter(({ kind }) => kind === 'payment_done');
  };
  return { ...scene, ctx, id, doneNotifications };
}

const test = base.extend('scene', () => moveScene());

describe('the owner of an order', () => {
  test('an owner whose order is answered as done gets no notification', async ({
    scene: { ctx, id, doneNotifications },
  }) => {
    expect(await sendNow(ctx, id)).toMatchObject({ status: 'done' });
    expect(await doneNotifications()).toEqual([]);
  });

  test('an owner whose order is answered as processing is notified once it is done', async ({
    scene: { ctx, id, doneNotifications, bank, simulator },
  }) => {
    // A seed with nearly the longest delay.
    Object.assign(simulator.simulator.faults, { delayAfter: 1, delayAfterMs: 1_500, seed: 37 });
    expect(await sendNow(ctx, id, { withinMs: 300 })).toMatchObject({ status: 'processing' });
    await expect.poll(async () => (await rowOf(bank, id)).status, { timeout: 8_000 }).toBe('done');
    expect(await doneNotifications()).toMatchObject([{ userId: ctx.user.id }]);
  });

  test('an order that is repeated after the few seconds that the first request waits is answered at once', async ({
    scene: { ctx, id, bank, simulator },
  }) => {
    await simulator.goDown();
    expect(await sendNow(ctx, id, { withinMs: 300 })).toMatchObject({ status: 'processing' });
    bank.clock.passSeconds(5);
    const askedAtMs = performance.now();
    expect(await sendNow(ctx, id, { isRepeat: true })).toMatchObject({ status: 'processing' });
    expect(performance.now() - askedAtMs).toBeLessThan(2_000);
  });

  test.skipIf(testEngine() === 'sqlite' || isStandIn())(
    'an owner whose order was placed but cannot be read is answered with an unknown outcome',
    async ({ scene: { ctx, id, bank } }) => {
      const link = await openLink(engineOf(bank.db).url);
      const db = await open(link.url, { busyAfterMs: 50 });
      onTestFinished(() => db.close());
      await link.refuse();
      await expect(sendNow({ ...ctx, db }, id, { withinMs: 300 })).rejects.toMatchObject({
        code: 'OUTCOME_UNKNOWN',
      });
      expect((await rowOf(bank, id)).status).toBe('reserved');
    },
  );
});
