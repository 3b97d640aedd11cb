import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { FAIL_REASONS, SENDING } from '#domain/pix/order';
import { lookUp } from './look-up.ts';
import { sendOrder } from './send-order.ts';
import { atProvider, place, rowOf, settleAll } from './testing/order-scene.ts';
import { test } from './testing/order-test.ts';

const START = { checking: 100_000, external: 50_000, clearing: 0, cash: 0 };

describe('orders whose owner is stopped before they are sent', () => {
  test('an unsent PIX of a customer who froze the account, or may not use the bank any more, is given back', async ({
    scene,
    bank,
    ana,
  }) => {
    const { users } = bank.db.tables;
    const stops = [
      () => ana.call.auth.freeze(),
      () =>
        bank.db.transaction(async (tx) => {
          await tx.update(users).set({ isActive: false }).where(eq(users.id, ana.user.id));
        }),
    ];
    for (const stop of stops) {
      const id = await place(scene, 4_000);
      await stop();
      await settleAll(bank);
      expect(await rowOf(bank, id)).toMatchObject({
        status: 'failed',
        attempts: 0,
        failReason: FAIL_REASONS.stopped,
      });
      expect(atProvider(scene, id)).toEqual([]);
      await bank.db.transaction((tx) => tx.update(tx.tables.protections).set({ frozenAt: null }));
    }
    expect(await scene.balances()).toEqual(START);
  });

  test('a PIX whose first try failed without effect is given back once its owner freezes the account', async ({
    scene,
    bank,
    ana,
    simulator,
  }) => {
    const id = await place(scene, 4_000);
    Object.assign(simulator.simulator.faults, { errorBefore: 1 });
    await sendOrder(bank, id);
    Object.assign(simulator.simulator.faults, { errorBefore: 0 });
    bank.clock.passSeconds(SENDING.graceSeconds);
    await lookUp(bank, id);
    expect(await rowOf(bank, id)).toMatchObject({ status: 'reserved', attempts: 1 });
    await ana.call.auth.freeze();
    await settleAll(bank);
    expect(await rowOf(bank, id)).toMatchObject({ status: 'failed', failReason: FAIL_REASONS.stopped });
    expect(atProvider(scene, id)).toEqual([]);
    expect(await scene.balances()).toEqual(START);
  });

  test('a move between own accounts is made although its owner has frozen the account', async ({
    scene,
    bank,
    ana,
  }) => {
    const id = await place(scene, 4_000, 'move_out');
    await ana.call.auth.freeze();
    await settleAll(bank);
    expect(await rowOf(bank, id)).toMatchObject({ status: 'done' });
    expect(await scene.balances()).toMatchObject({ external: 46_000, checking: 104_000 });
  });

  test('a PIX whose first try did not reach the provider is given back once its owner freezes the account', async ({
    scene,
    bank,
    ana,
    simulator,
  }) => {
    const id = await place(scene, 4_000);
    await simulator.goDown();
    await settleAll(bank);
    await ana.call.auth.freeze();
    await simulator.comeBack();
    for (let minute = 0; minute < 5; minute += 1) {
      bank.clock.passSeconds(60);
      await settleAll(bank);
    }
    expect(await rowOf(bank, id)).toMatchObject({ status: 'failed' });
    expect(atProvider(scene, id)).toEqual([]);
    expect(await scene.balances()).toEqual(START);
  });
});
