import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { SENDING } from '#domain/pix/order';
import { freeze } from '#server/testing/people';
import type { Faults } from '#simulator/faults';
import { auditedChanges } from '../testing/scene.ts';
import { lookUp } from './look-up.ts';
import { undo } from './order-postings.ts';
import { settleOrders } from './order-worker.ts';
import { placeOrder } from './place-order.ts';
import { sendOrder } from './send-order.ts';
import { atProvider, expectClearing, orderScene, place, rowOf, settleAll } from './testing/order-scene.ts';
import { test } from './testing/order-test.ts';

const START = { checking: 100_000, external: 50_000, clearing: 0, cash: 0 };

const moveIn = (fromAccountId: string) => ({
  kind: 'move_in' as const,
  amountCents: 1_000,
  description: 'Transferência para a conta externa',
  fromAccountId,
});

async function faultyScene(faults: Partial<Faults>) {
  const scene = await orderScene();
  const current = scene.simulator.simulator.faults;
  const calm = { ...current };
  return {
    ...scene,
    begin: () => Object.assign(current, faults),
    calm: () => Object.assign(current, calm),
  };
}

describe('an order whose outcome is unknown', () => {
  test.each([
    ['the connection breaks after the effect', { dropAfter: 1 }],
    ['500 after the effect', { errorAfter: 1 }],
  ])('an order stays open when %s, is found by its reference, and is not sent again', async (_, faults) => {
    const scene = await faultyScene(faults);
    const { bank, ana } = scene;
    const id = await place(scene, 4_000);
    scene.begin();
    await sendOrder(bank, id);
    scene.calm();
    expect(await rowOf(bank, id)).toMatchObject({ status: 'sending', attempts: 1, providerId: null });
    expect(await ana.call.pix.order({ id })).toMatchObject({ status: 'processing', failReason: null });
    // Untouched until the grace has passed.
    bank.clock.passSeconds(SENDING.graceSeconds - 1);
    await settleOrders(bank);
    expect(await rowOf(bank, id)).toMatchObject({ status: 'sending', attempts: 1 });
    await expectClearing(bank);
    await settleAll(bank);
    expect(await rowOf(bank, id)).toMatchObject({ status: 'done', attempts: 1 });
    expect(atProvider(scene, id)).toMatchObject([{ status: 'DONE', amountCents: 4_000 }]);
    expect(await scene.balances()).toEqual({ ...START, external: 46_000, cash: 4_000 });
  });

  test('an order that failed with 500 and is absent after the grace is sent again once with the same reference', async () => {
    const scene = await faultyScene({ errorBefore: 1 });
    const { bank } = scene;
    const id = await place(scene, 4_000);
    scene.begin();
    await sendOrder(bank, id);
    scene.calm();
    expect(atProvider(scene, id)).toEqual([]);
    await settleAll(bank);
    expect(await rowOf(bank, id)).toMatchObject({ status: 'done', attempts: 2 });
    expect(atProvider(scene, id)).toHaveLength(1);
  });

  test('an order that is never answered is given back after its tries, once the provider reports that it has none', async () => {
    const scene = await faultyScene({ errorBefore: 1, onlyPosts: true });
    const { bank, ana } = scene;
    const id = await place(scene, 4_000);
    for (let round = 0; round < 40 && (await rowOf(bank, id)).status !== 'failed'; round += 1) {
      const { status } = await rowOf(bank, id);
      if (status === 'reserved') scene.begin();
      await (status === 'reserved' ? sendOrder(bank, id) : lookUp(bank, id));
      scene.calm();
      bank.clock.passSeconds(20);
      await expectClearing(bank);
    }
    expect(await rowOf(bank, id)).toMatchObject({ status: 'failed', attempts: SENDING.tries });
    expect(atProvider(scene, id)).toEqual([]);
    expect(await scene.balances()).toEqual(START);
    expect(await ana.call.pix.order({ id })).toMatchObject({
      status: 'failed',
      failReason: 'O provedor de pagamentos não respondeu a tempo, e nada foi enviado',
    });
  });

  test('an order stays unknown while the provider does not answer questions, however long', async () => {
    const scene = await faultyScene({ dropAfter: 1 });
    const { bank } = scene;
    const id = await place(scene, 4_000);
    scene.begin();
    await sendOrder(bank, id);
    for (let hour = 0; hour < 5; hour += 1) {
      bank.clock.passSeconds(3600);
      await settleOrders(bank);
      expect(await rowOf(bank, id)).toMatchObject({ status: 'sending', attempts: 1 });
    }
    scene.calm();
    await settleAll(bank);
    expect((await rowOf(bank, id)).status).toBe('done');
    expect(atProvider(scene, id)).toHaveLength(1);
  });
});

describe('an order that cannot reach the provider', () => {
  test('an unreachable provider costs no try, and the order is sent once it is back', async ({
    scene,
    bank,
    simulator,
  }) => {
    const id = await place(scene, 4_000);
    await simulator.goDown();
    for (let round = 0; round < 5; round += 1) {
      await settleOrders(bank);
      expect(await rowOf(bank, id)).toMatchObject({ status: 'reserved', attempts: 0 });
      bank.clock.passSeconds(30);
    }
    await simulator.comeBack();
    await settleAll(bank);
    expect(await rowOf(bank, id)).toMatchObject({ status: 'done', attempts: 1 });
  });

  test('an order unsent after half an hour is given back, and its owner is told', async ({
    scene,
    bank,
    simulator,
    ana,
  }) => {
    const id = await place(scene, 4_000);
    await simulator.goDown();
    bank.clock.passSeconds(SENDING.giveUpSeconds);
    await settleOrders(bank);
    await simulator.comeBack();
    await settleAll(bank);
    expect(await rowOf(bank, id)).toMatchObject({ status: 'failed', attempts: 0 });
    expect(await scene.balances()).toEqual(START);
    const { notifications, outbox } = bank.db.tables;
    const told = await bank.db.select().from(notifications);
    expect(told.filter(({ kind }) => kind === 'payment_failed')).toMatchObject([
      { userId: ana.user.id, title: expect.stringMatching(/^PIX não concluído: R\$\s40,00 de volta$/) },
    ]);
    const mails = await bank.db.select().from(outbox);
    expect(mails.filter(({ kind }) => kind === 'payment_failed')).toMatchObject([
      { recipient: `${ana.user.id}@correio.example`, text: expect.stringContaining('O dinheiro voltou') },
    ]);
  });

  test('an unsent order of an account that was frozen is given back', async ({ scene, bank, ana }) => {
    const id = await place(scene, 4_000);
    await freeze(bank, ana.accountId);
    await settleAll(bank);
    expect(await rowOf(bank, id)).toMatchObject({
      status: 'failed',
      attempts: 0,
      failReason: 'A conta foi bloqueada antes do envio',
    });
    expect(atProvider(scene, id)).toEqual([]);
    expect(await scene.balances()).toEqual(START);
  });

  test('an order that cannot be processed at all delays no other', async ({ scene, bank, ana }) => {
    const broken = await place(scene, 4_000);
    const { externalAccounts } = bank.db.tables;
    const ofAna = eq(externalAccounts.userId, ana.user.id);
    const [{ apiKey } = { apiKey: null }] = await bank.db.select().from(externalAccounts).where(ofAna);
    const setKey = (key: string | null) =>
      bank.db.transaction(async (tx) => {
        await tx.update(externalAccounts).set({ apiKey: key }).where(ofAna);
      });
    await setKey(null);
    bank.clock.passSeconds(1);
    const other = await bank.db.transaction((tx) =>
      placeOrder(tx, { ...bank, user: ana.user }, moveIn(ana.accountId)),
    );
    await settleOrders(bank);
    expect(await rowOf(bank, broken)).toMatchObject({ status: 'sending', attempts: 1 });
    expect(bank.logged.join()).toContain('an order could not be taken further');
    await setKey(apiKey);
    await settleAll(bank);
    expect([(await rowOf(bank, broken)).status, (await rowOf(bank, other)).status]).toEqual(['done', 'done']);
    expect(atProvider(scene, broken)).toHaveLength(1);
  });

  test('orders that fail before they are claimed delay no other, however many they are', async () => {
    const scene = await orderScene({ verify: false });
    const { bank } = scene;
    // Already returned: returning again would throw before the others are due.
    const broken: string[] = [];
    for (let count = 0; count < 101; count += 1) broken.push(await place(scene, 10));
    await bank.db.transaction(async (tx) => {
      for (const id of broken) await undo(tx, id, 'Teste', bank.clock.now());
    });
    bank.clock.passSeconds(SENDING.giveUpSeconds);
    const good = await place(scene, 4_000);
    await settleOrders(bank);
    expect((await rowOf(bank, good)).status).not.toBe('reserved');
  });

  test('an order whose answer hangs does not hold up the ninth', async ({ scene, bank, simulator }) => {
    const ids: string[] = [];
    for (let count = 0; count < 9; count += 1) ids.push(await place(scene, 1_000 + count));
    // A seed by which only the first call hangs, for nearly the longest time.
    Object.assign(simulator.simulator.faults, {
      delayBefore: 0.1,
      delayBeforeMs: 4_000,
      onlyPosts: true,
      seed: 220,
    });
    const settled = settleOrders(bank);
    const unsent = async () => {
      const rows = await Promise.all(ids.map((id) => rowOf(bank, id)));
      return rows
        .filter(({ status }) => status === 'reserved' || status === 'sending')
        .map(({ status }) => status);
    };
    await expect.poll(unsent, { timeout: 1_500 }).toEqual(['sending']);
    await settled;
    expect(await unsent()).toEqual([]);
  });

  test('an order answered with 429 waits and is sent later', async () => {
    const scene = await faultyScene({ tooMany: 1 });
    const { bank } = scene;
    const id = await place(scene, 4_000);
    scene.begin();
    await sendOrder(bank, id);
    scene.calm();
    expect(await rowOf(bank, id)).toMatchObject({ status: 'reserved', attempts: 0 });
    await settleAll(bank);
    expect((await rowOf(bank, id)).status).toBe('done');
  });
});

describe('a process that ends while sending an order', () => {
  test('an order whose process ended before the claim is sent by another process', async ({ scene }) => {
    const id = await place(scene, 4_000);
    expect(await rowOf(scene.bank, id)).toMatchObject({ status: 'reserved', attempts: 0 });
    await settleAll(scene.bank);
    expect((await rowOf(scene.bank, id)).status).toBe('done');
  });

  test('an order whose process ended between claim and call is sent after the grace if the provider lacks it', async ({
    scene,
    bank,
  }) => {
    const id = await place(scene, 4_000);
    const { paymentOrders } = bank.db.tables;
    const now = bank.clock.real();
    await bank.db.transaction(async (tx) => {
      const nextLookAt = new Date(now.getTime() + SENDING.graceSeconds * 1000);
      await tx
        .update(paymentOrders)
        .set({ status: 'sending', attempts: 1, sentAt: now, nextLookAt })
        .where(eq(paymentOrders.transactionId, id));
    });
    await settleOrders(bank);
    expect(atProvider(scene, id)).toEqual([]);
    await settleAll(bank);
    expect(await rowOf(bank, id)).toMatchObject({ status: 'done', attempts: 2 });
    expect(atProvider(scene, id)).toHaveLength(1);
  });

  test('an order that was sent is not claimed by another process, even after the grace', {
    tags: ['postgres'],
  }, async () => {
    const scene = await faultyScene({ dropAfter: 1 });
    const { bank } = scene;
    const id = await place(scene, 4_000);
    scene.begin();
    await sendOrder(bank, id);
    scene.calm();
    const sent = await rowOf(bank, id);
    expect(sent).toMatchObject({ status: 'sending', attempts: 1 });
    bank.clock.passSeconds(SENDING.graceSeconds);
    await sendOrder(bank, id);
    expect(await rowOf(bank, id)).toEqual(sent);
    expect(atProvider(scene, id)).toHaveLength(1);
  });

  test('ten concurrent processes send an order once', { tags: ['postgres'] }, async ({ scene, bank }) => {
    const id = await place(scene, 4_000);
    await Promise.all(Array.from({ length: 10 }, () => settleOrders(bank)));
    await settleAll(bank);
    expect(await rowOf(bank, id)).toMatchObject({ status: 'done', attempts: 1 });
    expect(atProvider(scene, id)).toHaveLength(1);
    expect(await auditedChanges(bank, 'settle_order')).toHaveLength(2);
  });
});
