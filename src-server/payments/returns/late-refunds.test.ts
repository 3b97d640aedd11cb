/** @module-tag postgresInCi */
import { eq } from 'drizzle-orm';
import { test as base, describe, expect } from 'vitest';
import { verifyLedger } from '#server/ledger/verify';
import { providerAccountOf } from '#server/onboarding/external-account';
import { turnRulesOn } from '#server/protection/testing/rules';
import { rowOf, settleAll } from '../orders/testing/order-scene.ts';
import { processEvents } from '../process-events.ts';
import { receive } from '../receive.ts';
import { compare } from '../reconcile/compare.ts';
import { takeBack } from '../take-back.ts';
import { deliverEvent, externalRow } from '../testing/scene.ts';
import { scriptOf } from '../waiting/testing/waiting-test.ts';
import { releaseDue } from '../waiting/waiting-worker.ts';
import { returnScene } from './testing/return-scene.ts';

/** With a payment of which the provider takes back all or `value`, longer after it came than the reconciliation looks back. */
async function lateScene() {
  const scene = await returnScene();
  const { bank, simulator, bruno } = scene;
  const arrive = async (reais: number) => {
    const arrived = await scene.arrive(reais);
    bank.clock.passSeconds(5 * 86_400);
    return arrived;
  };
  return {
    ...scene,
    arrive,
    /** Returns the event's row after its first try. */
    refund: async (providerId: string, value?: number) => {
      await simulator.control('POST', '/simulator/return', { id: providerId, ...(value && { value }) });
      const event = value ? 'PAYMENT_PARTIALLY_REFUNDED' : 'PAYMENT_REFUNDED';
      return deliverEvent(bank, bruno, { event, objectId: providerId });
    },
    laterToday: async () => {
      bank.clock.passSeconds(3_600);
      await processEvents(bank);
    },
    /** What the provider says of a payment now. */
    answerOf: async (providerId: string) => {
      const external = await externalRow(bank, bruno.user.id);
      const said = await providerAccountOf(bank, external).payment(providerId);
      if (said.kind !== 'answered') throw new Error('the provider does not answer');
      return said.value;
    },
    expectAgreement: async () => {
      expect(await compare(bank)).toMatchObject({ differences: [], repairs: [] });
      expect(await verifyLedger(bank.db)).toMatchObject({ ok: true });
    },
  };
}

const test = base.extend('scene', () => lateScene());
const BECAUSE = { reason: 'cancelled' } as const;

describe('a refund of the provider’s that cannot be booked when its event comes is booked later', () => {
  test('a part, taken while its receiver gives all of it back, which then fails', async ({
    scene: { bank, bruno, arrive, refund, faults, laterToday, centsOf, expectAgreement },
  }) => {
    const { id, providerId } = await arrive(100);
    await faults({ errorBefore: 1 });
    const mine = await bruno.call.pix.giveBack({ id, amount: '100.00', ...BECAUSE });
    expect(await refund(providerId, 60)).toMatchObject({
      processedAt: null,
      lastError: 'a refund is not booked yet: a return of its receiver’s is under way',
    });
    await faults({ errorBefore: 0 });
    await settleAll(bank);
    expect(await rowOf(bank, mine.id)).toMatchObject({ status: 'failed' });
    await laterToday();
    expect(await centsOf(bruno)).toBe(4_000);
    expect(await bruno.call.pix.returns({ id })).toMatchObject({ left: '40.00' });
    await expectAgreement();
  });

  test('the whole, taken while its receiver gives a part back, which then fails', async ({
    scene: { bank, bruno, arrive, refund, faults, laterToday, centsOf, expectAgreement },
  }) => {
    const { id, providerId } = await arrive(100);
    await faults({ errorBefore: 1 });
    const mine = await bruno.call.pix.giveBack({ id, amount: '40.00', ...BECAUSE });
    expect(await refund(providerId)).toMatchObject({ processedAt: null });
    await faults({ errorBefore: 0 });
    await settleAll(bank);
    expect(await rowOf(bank, mine.id)).toMatchObject({ status: 'failed' });
    await laterToday();
    expect(await centsOf(bruno)).toBe(0);
    await expectAgreement();
  });

  test('the whole, of which the provider lists no refund, taken while its receiver gives a part back, which then fails', async ({
    scene: { bank, simulator, bruno, arrive, faults, laterToday, centsOf },
  }) => {
    const { id, providerId } = await arrive(100);
    await faults({ errorBefore: 1 });
    const mine = await bruno.call.pix.giveBack({ id, amount: '40.00', ...BECAUSE });
    simulator.simulator.store.update('payment', providerId, { isRefunded: true });
    const told = { event: 'PAYMENT_REFUNDED', objectId: providerId };
    expect(await deliverEvent(bank, bruno, told)).toMatchObject({ processedAt: null });
    await faults({ errorBefore: 0 });
    await settleAll(bank);
    expect(await rowOf(bank, mine.id)).toMatchObject({ status: 'failed' });
    await laterToday();
    expect(await centsOf(bruno)).toBe(0);
  });

  test('the whole, taken while a PIX of its receiver’s is under way, which then fails', async ({
    scene: { bank, bruno, arrive, refund, faults, laterToday, centsOf, expectAgreement },
  }) => {
    const { providerId } = await arrive(100);
    await faults({ errorBefore: 1 });
    const mine = await bruno.call.pix.transfer({ pixKey: 'maria@correio.example', amount: '100.00' });
    expect(await refund(providerId)).toMatchObject({ processedAt: null });
    await faults({ errorBefore: 0 });
    await settleAll(bank);
    expect(await rowOf(bank, mine.id)).toMatchObject({ status: 'failed' });
    await laterToday();
    expect(await centsOf(bruno)).toBe(0);
    await expectAgreement();
  });

  test('the whole, taken while its money is reserved for a payment that waits', async ({
    scene: { bank, bruno, arrive, refund, laterToday, centsOf, expectAgreement },
  }) => {
    const { providerId } = await arrive(900);
    await turnRulesOn(bank, bruno.user);
    const asked = { pixKey: 'maria@correio.example', amount: '900.00', description: 'Sofá' };
    expect(await scriptOf(bank, bruno.user).pix.transfer(asked)).toMatchObject({ status: 'held' });
    expect(await refund(providerId)).toMatchObject({ processedAt: null });
    bank.clock.passSeconds(600);
    await releaseDue(bank);
    await settleAll(bank);
    expect(await centsOf(bruno)).toBe(90_000);
    await laterToday();
    expect(await centsOf(bruno)).toBe(0);
    await expectAgreement();
  });

  test('that of a payment which another process books at the same time', async ({
    scene: { bank, simulator, bruno, key, refund, answerOf, laterToday, centsOf, expectAgreement },
  }) => {
    const paid = { addressKey: key, value: 100, payerName: 'Carla Dias', payerDocument: '39053344705' };
    const { body } = await simulator.control('POST', '/simulator/receive', paid);
    const providerId = String(body.id);
    const before = await answerOf(providerId);
    expect(await refund(providerId)).toMatchObject({
      processedAt: null,
      lastError: 'a refund is not booked yet: the payment is not booked',
    });
    const { accountId } = await externalRow(bank, bruno.user.id);
    await receive(bank, { userId: bruno.user.id, accountId: accountId ?? '' }, before);
    await laterToday();
    expect(await centsOf(bruno)).toBe(0);
    await expectAgreement();
  });

  test('two parts at once: each is booked, or told to be left', async ({
    scene: { bank, simulator, bruno, arrive, answerOf, centsOf, expectAgreement },
  }) => {
    const { providerId } = await arrive(100);
    const part = async (value: number) => {
      await simulator.control('POST', '/simulator/return', { id: providerId, value });
      return answerOf(providerId);
    };
    const [first, both] = [await part(20), await part(30)];
    const told = await Promise.all([first, both, both].map((answer) => takeBack(bank, answer)));
    const booked = told.reduce((sum, { cents }) => sum + cents, 0);
    expect(await centsOf(bruno)).toBe(10_000 - booked);
    if (booked < 5_000) expect(told.slice(1)).toContainEqual({ cents: 0, left: 'changed' });
    else expect(told.filter(({ left }) => left !== null)).toEqual([]);
    await takeBack(bank, both);
    expect(await centsOf(bruno)).toBe(5_000);
    expect(await takeBack(bank, both)).toEqual({ cents: 0, left: null });
    await expectAgreement();
  });
});

describe('a refund of the provider’s that can never be booked', () => {
  test('is asked for as often as a day has hours, and some more, then named by its event and the log', async ({
    scene: { bank, simulator, bruno, arrive, refund, laterToday },
  }) => {
    const { providerId } = await arrive(100);
    await bruno.call.pix.transfer({ pixKey: 'maria@correio.example', amount: '60.00' });
    simulator.simulator.store.update('payment', providerId, { isRefunded: true });
    expect(await refund(providerId)).toMatchObject({ attempts: 1, processedAt: null });
    for (let hour = 0; hour < 40; hour += 1) await laterToday();
    const { providerEvents } = bank.db.tables;
    const told = await bank.db
      .select()
      .from(providerEvents)
      .where(eq(providerEvents.event, 'PAYMENT_REFUNDED'));
    expect(told).toMatchObject([
      {
        attempts: 36,
        processedAt: expect.any(Date),
        lastError: 'a refund is not booked: an incoming payment was refunded after its money had been spent',
      },
    ]);
    expect(bank.logged.filter((line) => line.includes('"a refund is not booked: '))).toHaveLength(1);
  });
});
