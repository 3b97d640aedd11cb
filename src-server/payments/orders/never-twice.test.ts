import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { secondsAfter } from '#domain/moment';
import { EQUAL_SECONDS, FAIL_REASONS, SENDING } from '#domain/pix/order';
import { openProvider } from '#server/provider/client';
import { reply, tinyProvider } from '#server/provider/testing/tiny-provider';
import { callsOf } from '../testing/provider-calls.ts';
import { lookUp, refreshOrder } from './look-up.ts';
import { settleOrders } from './order-worker.ts';
import { sendNow } from './send-now.ts';
import { fail, release, sendOrder } from './send-order.ts';
import { atProvider, expectClearing, orderScene, place, rowOf, settleAll } from './testing/order-scene.ts';
import { test } from './testing/order-test.ts';

type Equal = { status?: string; seconds?: number; attempts?: number; target?: string; cents?: number };

const START = { checking: 100_000, external: 50_000, clearing: 0, cash: 0 };

describe('an order that the provider refuses as a repetition', () => {
  test('an order equal to another sent a moment ago is refused with 409, given back, and explained', async ({
    scene,
    bank,
    simulator,
    ana,
  }) => {
    simulator.simulator.switches.refuseDuplicates = true;
    const send = () => ana.call.pix.transfer({ pixKey: 'maria@correio.example', amount: '40.00' });
    expect(await send()).toMatchObject({ status: 'done' });
    const second = await send();
    expect(second).toMatchObject({ status: 'failed', failReason: FAIL_REASONS.identical });
    expect(await rowOf(bank, second.id)).toMatchObject({ status: 'failed', attempts: 1 });
    expect(atProvider(scene, second.id)).toEqual([]);
    expect(await scene.balances()).toEqual({ ...START, external: 46_000, cash: 4_000 });
  });

  test('an equal order explains the refusal, so that the bank’s list of all moves is not searched for each', async ({
    bank,
    simulator,
    ana,
  }) => {
    const move = () => ana.call.pix.move({ direction: 'in', amount: '0.01' });
    for (let made = 0; made < 30; made += 1) expect(await move()).toMatchObject({ status: 'done' });
    simulator.simulator.switches.refuseDuplicates = true;
    const again = async () => expect(await move()).toMatchObject({ failReason: FAIL_REASONS.identical });
    expect(await callsOf(bank, again)).toBeLessThanOrEqual(2);
  });

  test.for([
    ['pix', 2],
    ['move_out', 3],
  ] as const)(
    'so it does for an order of the customer’s own key: %s',
    async ([kind, most], { scene, bank, simulator }) => {
      await place(scene, 4_000, kind);
      for (let made = 0; made < 30; made += 1) await place(scene, 10 + made);
      await settleAll(bank);
      simulator.simulator.switches.refuseDuplicates = true;
      const id = await place(scene, 4_000, kind);
      expect(await callsOf(bank, () => sendOrder(bank, id))).toBe(most);
      expect(await rowOf(bank, id)).toMatchObject({ status: 'failed', failReason: FAIL_REASONS.identical });
      expect(atProvider(scene, id)).toEqual([]);
    },
  );

  test.for([
    ['which has failed there', { status: 'FAILED' }],
    ['which was sent a quarter of an hour ago', { seconds: EQUAL_SECONDS }],
    ['of which an earlier try may have been made', { attempts: 2 }],
    ['to somebody else', { target: 'joao@correio.example' }],
    ['of another value', { cents: 4_001 }],
  ] as [string, Equal][])(
    'an equal order %s explains nothing: the order may have been made',
    async ([, { status = 'PENDING', seconds = 0, attempts = 1, target, cents = 4_000 }], { scene }) => {
      const first = await place(scene, cents, 'pix', target);
      const id = await place(scene, 4_000);
      const there = { id: 'tra_1', status, value: cents / 100, externalReference: first };
      const made = { id: 'tra_2', status: 'DONE', value: 40, externalReference: id };
      let sent = 0;
      const tiny = await tinyProvider((response, { method, url }) => {
        if (method === 'POST')
          return ++sent === 1
            ? reply(response, 200, { ...there, status: 'PENDING' })
            : reply(response, 409, {});
        return reply(response, 200, url.endsWith('/tra_1') ? there : { data: [made], hasMore: false });
      });
      const bank = { ...scene.bank, provider: openProvider({ url: tiny.url, apiKey: 'root' }) };
      await sendOrder(bank, first);
      const { paymentOrders } = bank.db.tables;
      await bank.db.transaction((tx) =>
        tx.update(paymentOrders).set({ attempts }).where(eq(paymentOrders.transactionId, first)),
      );
      bank.clock.passSeconds(seconds);
      await sendOrder(bank, id);
      expect(await rowOf(bank, id)).toMatchObject({ status: 'done', providerId: 'tra_2' });
    },
  );

  test('an order refused with 409 that is not among the first 500 stays open, and is looked for when none is compared with it', async ({
    scene,
  }) => {
    const id = await place(scene, 4_000);
    const made = { id: 'tra_1', status: 'DONE', value: 40, externalReference: id };
    const others = Array.from({ length: 10 }, (_, at) => ({
      ...made,
      id: `tra_other_${at}`,
      externalReference: 'other',
    }));
    const tiny = await tinyProvider((response, { method, url }) => {
      if (method === 'POST') return reply(response, 409, {});
      const isLast = url.includes('offset=510');
      reply(response, 200, { data: isLast ? [made] : others, hasMore: !isLast });
    });
    const bank = { ...scene.bank, provider: openProvider({ url: tiny.url, apiKey: 'root' }) };
    await sendOrder(bank, id);
    expect(tiny.received).toHaveLength(51);
    // Its request looks no further either.
    await sendNow({ ...bank, user: scene.ana.user }, id, { withinMs: 30_000 });
    expect(tiny.received).toHaveLength(101);
    const nextLookAt = secondsAfter(bank.clock.real(), EQUAL_SECONDS);
    expect(await rowOf(bank, id)).toMatchObject({ status: 'sending', attempts: 1, nextLookAt });
    await expectClearing(scene.bank);
    bank.clock.passSeconds(EQUAL_SECONDS);
    await settleOrders(bank);
    expect(await rowOf(bank, id)).toMatchObject({ status: 'done', providerId: 'tra_1' });
  });

  test('a refusal that no order explains is searched for: somebody on the way may have sent the call twice', async ({
    scene,
  }) => {
    const id = await place(scene, 4_000);
    const made = { id: 'tra_1', status: 'DONE', value: 40, externalReference: id };
    const tiny = await tinyProvider((response, { method }) =>
      method === 'GET' ? reply(response, 200, { data: [made], hasMore: false }) : reply(response, 409, {}),
    );
    const bank = { ...scene.bank, provider: openProvider({ url: tiny.url, apiKey: 'root' }) };
    await sendOrder(bank, id);
    expect(await rowOf(bank, id)).toMatchObject({ status: 'done', attempts: 1, providerId: 'tra_1' });
  });

  test('an order refused with 409 because its own first try took effect is found by reference and done once', async ({
    scene,
  }) => {
    const id = await place(scene, 4_000);
    const made = { id: 'tra_1', status: 'DONE', value: 40, externalReference: id };
    // The first call breaks off; the order is missing twice: after the grace and before the second call.
    let [sent, asked] = [0, 0];
    const tiny = await tinyProvider((response, { method }) => {
      if (method === 'GET') return reply(response, 200, { data: ++asked > 2 ? [made] : [], hasMore: false });
      return ++sent === 1 ? void response.destroy() : reply(response, 409, {});
    });
    const bank = { ...scene.bank, provider: openProvider({ url: tiny.url, apiKey: 'root' }) };
    await sendOrder(bank, id);
    expect(await rowOf(bank, id)).toMatchObject({ status: 'sending', attempts: 1, providerId: null });
    bank.clock.passSeconds(SENDING.graceSeconds);
    await lookUp(bank, id);
    await sendOrder(bank, id);
    expect(await rowOf(bank, id)).toMatchObject({ status: 'done', attempts: 2, providerId: 'tra_1' });
    expect([sent, asked]).toEqual([2, 3]);
    expect(await scene.balances()).toEqual({ ...START, external: 46_000, cash: 4_000 });
  });
});

describe('an order whose first try takes effect after the grace', () => {
  /** The call takes effect at the provider only after the bank stopped waiting for it and searched for it in vain. */
  async function lateEffect() {
    const scene = await orderScene({ provider: { timeoutMs: 500 } });
    const { bank, simulator } = scene;
    const { faults } = simulator.simulator;
    const id = await place(scene, 4_000);
    Object.assign(faults, { delayBefore: 1, delayBeforeMs: 3_500, seed: SLOW });
    await sendOrder(bank, id);
    Object.assign(faults, { delayBefore: 0 });
    bank.clock.passSeconds(SENDING.graceSeconds);
    await lookUp(bank, id);
    expect(await rowOf(bank, id)).toMatchObject({ status: 'reserved', attempts: 1 });
    expect(atProvider(scene, id)).toEqual([]);
    const takesEffect = () => expect.poll(() => atProvider(scene, id), { timeout: 8_000 }).toHaveLength(1);
    const expectOnce = async () => {
      expect(await rowOf(bank, id)).toMatchObject({ status: 'done' });
      expect(atProvider(scene, id)).toHaveLength(1);
      expect(await scene.balances()).toEqual({ ...START, external: 46_000, cash: 4_000 });
    };
    return { ...scene, id, takesEffect, expectOnce };
  }
  /** A seed with nearly the longest delay. */
  const SLOW = 37;

  test('an order found at the provider just before its second try is not sent again', async () => {
    const { bank, takesEffect, expectOnce } = await lateEffect();
    await takesEffect();
    await settleAll(bank);
    await expectOnce();
  });

  test('an order found at the provider just before it is given back is done', async () => {
    const { bank, id, simulator, takesEffect, expectOnce } = await lateEffect();
    await takesEffect();
    await simulator.goDown();
    bank.clock.passSeconds(SENDING.giveUpSeconds);
    await settleOrders(bank);
    expect(await rowOf(bank, id)).toMatchObject({ status: 'reserved', attempts: 1 });
    await simulator.comeBack();
    await settleAll(bank);
    await expectOnce();
  });

  test('an order found at the provider by the reconciliation is done', async () => {
    const { bank, id, takesEffect, expectOnce } = await lateEffect();
    await takesEffect();
    await expect.poll(() => refreshOrder(bank, id)).toBe('settle');
    await expectOnce();
  });

  test('an order still absent at the provider after half an hour is given back', async ({
    scene,
    bank,
    simulator,
  }) => {
    const id = await place(scene, 4_000);
    Object.assign(simulator.simulator.faults, { errorBefore: 1 });
    await sendOrder(bank, id);
    Object.assign(simulator.simulator.faults, { errorBefore: 0 });
    bank.clock.passSeconds(SENDING.giveUpSeconds);
    await settleAll(bank);
    expect(await rowOf(bank, id)).toMatchObject({ status: 'failed', failReason: FAIL_REASONS.notSent });
    expect(atProvider(scene, id)).toEqual([]);
    expect(await scene.balances()).toEqual(START);
  });
});

describe('a process that was suspended', () => {
  test('a process suspended between claim and call does not call, since another may have sent the order', {
    tags: ['postgres'],
  }, async ({ scene }) => {
    const { clock } = scene.bank;
    const id = await place(scene, 4_000, 'move_out');
    const tiny = await tinyProvider((response) => {
      clock.passSeconds(SENDING.graceSeconds / 2 + 1);
      reply(response, 200, { data: [{ id: 'wallet' }] });
    });
    const bank = { ...scene.bank, provider: openProvider({ url: tiny.url, apiKey: 'root' }) };
    await sendOrder(bank, id);
    expect(tiny.received.map(({ method, url }) => [method, url])).toEqual([['GET', '/v3/wallets']]);
    expect(await rowOf(bank, id)).toMatchObject({ status: 'reserved', attempts: 0 });
    await settleAll(scene.bank);
    expect(await rowOf(bank, id)).toMatchObject({ status: 'done', attempts: 1 });
    expect(atProvider(scene, id)).toHaveLength(1);
  });

  test('a process suspended after its call does not affect the next try, which has its own number', {
    tags: ['postgres'],
  }, async ({ scene, bank }) => {
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
    // The first try was returned and the next has the same number: results of the first must not count.
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
