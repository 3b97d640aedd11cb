import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { FAIL_REASONS, SENDING } from '#domain/pix/order';
import { callerOf } from '#server/testing/people';
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

  test('a PIX that the provider still had when its owner froze the account makes nobody a known payee, once unfrozen neither', async ({
    scene,
    bank,
    ana,
    admin,
    simulator,
  }) => {
    const { recipients } = bank.db.tables;
    const known = () => bank.db.$count(recipients, eq(recipients.kind, 'pix'));
    const settle = async (id: string) => {
      await simulator.settle();
      await settleAll(bank);
      expect(await rowOf(bank, id)).toMatchObject({ status: 'done' });
    };
    simulator.simulator.switches.settleMs = 600_000;
    const sent = [await place(scene, 4_000), await place(scene, 5_000)] as const;
    for (const id of sent) await sendOrder(bank, id);
    bank.clock.passSeconds(60);
    await ana.call.auth.freeze();
    bank.clock.passSeconds(3600);
    simulator.simulator.store.update('transfer', (await rowOf(bank, sent[0])).providerId ?? '', {
      status: 'DONE',
    });
    await lookUp(bank, sent[0]);
    expect(await rowOf(bank, sent[0])).toMatchObject({ status: 'done' });
    expect(await known()).toBe(0);
    await callerOf(bank, admin.user).admin.users.unfreeze({ id: ana.user.id, reason: 'Identificada' });
    bank.clock.passSeconds(60);
    await settle(sent[1]);
    expect(await known()).toBe(0);
    const after = await place(scene, 6_000);
    await sendOrder(bank, after);
    await settle(after);
    expect(await known()).toBe(1);
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
