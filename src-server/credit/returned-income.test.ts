/** @module-tag postgresInCi */
import { inArray } from 'drizzle-orm';
import { test as base, describe, expect } from 'vitest';
import { returnScene } from '#server/payments/returns/testing/return-scene';
import { type Customer, deliverEvent } from '#server/payments/testing/scene';
import { customerFacts } from './score-facts.ts';

/** Ana and Bruno state an income of 100.00, and each month move what `act` leaves in the external account to the checking account. */
async function returning() {
  const scene = await returnScene();
  const { bank, ana, bruno, admin } = scene;
  const { users } = bank.db.tables;
  await bank.db.transaction((tx) =>
    tx
      .update(users)
      .set({ monthlyIncomeCents: 10_000 })
      .where(inArray(users.id, [ana.user.id, bruno.user.id])),
  );
  await admin.call.admin.accounts.adjust({ id: bruno.accountId, amount: '100.00', reason: 'Depósito' });
  const move = (who: Customer, direction: 'in' | 'out') => who.call.pix.move({ direction, amount: '100.00' });
  const areEarned = async (act: () => Promise<unknown>) => {
    for (const month of ['09', '10']) {
      bank.clock.set(`2026-${month}-05T12:00:00-03:00`);
      for (const who of [ana, bruno]) await move(who, 'in');
      await act();
      for (const who of [ana, bruno]) await move(who, 'out');
    }
    const earned = async ({ user }: Customer) =>
      (await customerFacts(bank.db, user.id, '2026-11-10')).account?.isSalaryCredited;
    return [await earned(ana), await earned(bruno)];
  };
  return { ...scene, areEarned };
}

const test = base.extend('scene', () => returning());

describe('income that others pay', () => {
  test('is of who received it, not of who paid', async ({ scene: { pay, areEarned } }) => {
    expect(await areEarned(() => pay('100.00'))).toEqual([false, true]);
  });

  test('is nobody’s when its receiver gives it back, whole or in parts', async ({
    scene: { bruno, pay, events, areEarned },
  }) => {
    const there = async () => {
      const { id } = await pay('100.00');
      for (const amount of ['70.00', '30.00'])
        await bruno.call.pix.giveBack({ id, amount, reason: 'cancelled' });
      await events();
    };
    expect(await areEarned(there)).toEqual([false, false]);
  });

  test('is not what the provider took back', async ({
    scene: { bank, simulator, bruno, arrive, areEarned },
  }) => {
    const there = async () => {
      const { providerId } = await arrive(100);
      await simulator.control('POST', '/simulator/return', { id: providerId });
      await deliverEvent(bank, bruno, { event: 'PAYMENT_REFUNDED', objectId: providerId });
    };
    expect(await areEarned(there)).toEqual([false, false]);
  });
});
