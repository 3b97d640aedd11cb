/** @module-tag postgresInCi */
import { eq } from 'drizzle-orm';
import { test as base, describe, expect } from 'vitest';
import { race } from '#db/testing/race-test';
import { nextRandom } from '#domain/random';
import { verifyLedger } from '#server/ledger/verify';
import { providerAccountOf } from '#server/onboarding/external-account';
import { codeOf, settledCodes } from '#server/testing/refusal-of';
import { settleOrders } from '../orders/order-worker.ts';
import { expectClearing, rowOf, settleAll } from '../orders/testing/order-scene.ts';
import { processEvents } from '../process-events.ts';
import { compare } from '../reconcile/compare.ts';
import { takeBack } from '../take-back.ts';
import { callsOf } from '../testing/provider-calls.ts';
import { deliverEvent, externalRow } from '../testing/scene.ts';
import { receiveReturn } from './receive-return.ts';
import { returnScene } from './testing/return-scene.ts';

const test = base.extend('scene', () => returnScene());

const BECAUSE = { reason: 'wrong_amount' } as const;

describe('a return and the provider', () => {
  test('a return whose answer is lost is found by its order’s id, and not sent twice', async ({
    scene: { bank, bruno, arrive, faults, refundsOf, centsOf },
  }) => {
    const { id, providerId } = await arrive(80);
    await bruno.call.pix.giveBack({ id, amount: '10.00', ...BECAUSE });
    await faults({ dropAfter: 1 });
    const lost = await bruno.call.pix.giveBack({ id, amount: '10.00', ...BECAUSE });
    expect(lost.status).toBe('done');
    expect(await rowOf(bank, lost.id)).toMatchObject({ status: 'done', attempts: 1 });
    expect(refundsOf(providerId)).toHaveLength(2);
    expect(await centsOf(bruno)).toBe(6_000);
    expect(await compare(bank)).toMatchObject({ differences: [] });
  });

  test('what came back without an amount, or with a negative one, is not booked', async ({
    scene: { bank, bruno, centsOf },
  }) => {
    const before = await centsOf(bruno);
    const odd = {
      status: 'DONE',
      endToEndId: null,
      originalEndToEndId: null,
      fromName: 'X',
      fromDocument: null,
      createdOn: null,
    };
    const { accountId } = await externalRow(bank, bruno.user.id);
    const receiver = { userId: bruno.user.id, accountId: accountId ?? '' };
    for (const [place, amountCents] of [0, -400].entries())
      expect(await receiveReturn(bank, receiver, { ...odd, id: `odd-${place}`, amountCents })).toBe(
        'nothing',
      );
    expect(await centsOf(bruno)).toBe(before);
  });

  test('a part of the same amount that the provider took before does not keep a lost return open', async ({
    scene: { bank, simulator, bruno, arrive, faults, refundsOf, centsOf },
  }) => {
    const { id, providerId } = await arrive(80);
    await simulator.control('POST', '/simulator/return', { id: providerId, value: 30 });
    await deliverEvent(bank, bruno, { event: 'PAYMENT_PARTIALLY_REFUNDED', objectId: providerId });
    await faults({ dropBefore: 1 });
    const lost = await bruno.call.pix.giveBack({ id, amount: '30.00', ...BECAUSE });
    await faults({ dropBefore: 0 });
    await settleAll(bank);
    expect(await rowOf(bank, lost.id)).toMatchObject({ status: 'done' });
    expect(refundsOf(providerId)).toHaveLength(2);
    expect(await centsOf(bruno)).toBe(2_000);
  });

  test('one taken after it was lost keeps it open, and the reconciliation names it after a day', async ({
    scene: { bank, simulator, bruno, arrive, faults, refundsOf },
  }) => {
    const { id, providerId } = await arrive(80);
    await faults({ dropBefore: 1 });
    await bruno.call.pix.giveBack({ id, amount: '30.00', ...BECAUSE });
    await faults({ dropBefore: 0 });
    await simulator.control('POST', '/simulator/return', { id: providerId, value: 30 });
    bank.clock.passSeconds(86_401);
    await settleOrders(bank);
    expect(refundsOf(providerId)).toHaveLength(1);
    expect((await compare(bank)).differences).toMatchObject([
      { about: `Recebimento ${providerId}`, text: expect.stringContaining('há mais de um dia') },
    ]);
  });

  test('a part that the provider takes while a return is open is booked once that has ended', async ({
    scene: { bank, simulator, bruno, arrive, faults, centsOf },
  }) => {
    const { id, providerId } = await arrive(80);
    // The comparison does not look back so far.
    bank.clock.passSeconds(5 * 86_400);
    await faults({ dropBefore: 1 });
    const { id: lost } = await bruno.call.pix.giveBack({ id, amount: '10.00', ...BECAUSE });
    await faults({ dropBefore: 0 });
    await simulator.control('POST', '/simulator/return', { id: providerId, value: 30 });
    await deliverEvent(bank, bruno, { event: 'PAYMENT_PARTIALLY_REFUNDED', objectId: providerId });
    await simulator.control('POST', '/simulator/switches', { failNext: 1 });
    await settleAll(bank);
    expect(await rowOf(bank, lost)).toMatchObject({ status: 'failed' });
    await processEvents(bank);
    expect(await centsOf(bruno)).toBe(5_000);
    expect(await compare(bank)).toMatchObject({ differences: [] });
  });

  test('a return that never reached the provider is sent again, once', async ({
    scene: { bank, bruno, arrive, faults, refundsOf },
  }) => {
    const { id, providerId } = await arrive(80);
    await faults({ errorBefore: 1 });
    const lost = await bruno.call.pix.giveBack({ id, amount: '10.00', ...BECAUSE });
    await faults({ errorBefore: 0 });
    await settleAll(bank);
    expect(await rowOf(bank, lost.id)).toMatchObject({ status: 'done', attempts: 2 });
    expect(refundsOf(providerId)).toHaveLength(1);
  });

  test('a return that the payer’s bank does not accept fails, and its part can be given back again', async ({
    scene: { bank, simulator, bruno, arrive, centsOf },
  }) => {
    const { id } = await arrive(80);
    await simulator.control('POST', '/simulator/switches', { failNext: 1 });
    expect(await bruno.call.pix.giveBack({ id, amount: '80.00', ...BECAUSE })).toMatchObject({
      status: 'failed',
      failReason: 'O estorno não foi aceito pela instituição de quem pagou.',
    });
    expect(await centsOf(bruno)).toBe(8_000);
    expect(await bruno.call.pix.returns({ id })).toMatchObject({
      left: '80.00',
      returns: [{ status: 'failed' }],
    });
    await simulator.control('POST', '/simulator/switches', { refundMs: 60_000 });
    const slow = await bruno.call.pix.giveBack({ id, amount: '80.00', ...BECAUSE });
    expect(slow.status).toBe('processing');
    expect(await compare(bank)).toMatchObject({ differences: [] });
    await simulator.control('POST', '/simulator/switches', { failNext: 1 });
    await simulator.settle();
    await settleAll(bank);
    expect(await rowOf(bank, slow.id)).toMatchObject({ status: 'failed' });
    expect(await centsOf(bruno)).toBe(8_000);
    expect(await compare(bank)).toMatchObject({ differences: [] });
  });

  test('a slow return ends with the provider’s event', async ({
    scene: { bank, simulator, bruno, arrive, centsOf },
  }) => {
    const { id, providerId } = await arrive(80);
    await simulator.control('POST', '/simulator/switches', { refundMs: 60_000 });
    const slow = await bruno.call.pix.giveBack({ id, amount: '80.00', ...BECAUSE });
    await simulator.settle();
    await deliverEvent(bank, bruno, { event: 'PAYMENT_REFUNDED', objectId: providerId });
    expect(await rowOf(bank, slow.id)).toMatchObject({ status: 'done' });
    expect(await centsOf(bruno)).toBe(0);
    await deliverEvent(bank, bruno, { event: 'PAYMENT_REFUNDED', objectId: providerId, id: 'evt_again' });
    expect(await centsOf(bruno)).toBe(0);
    expect(await compare(bank)).toMatchObject({ differences: [] });
  });

  test('an event of a payment asks the provider once, however many of its returns are under way', {
    tags: ['prove'],
  }, async ({ scene: { bank, simulator, bruno, arrive } }) => {
    const { id, providerId } = await arrive(80);
    await simulator.control('POST', '/simulator/switches', { refundMs: 60_000 });
    const part = () => bruno.call.pix.giveBack({ id, amount: '1.00', ...BECAUSE });
    const slow = await Promise.all(Array.from({ length: 5 }, part));
    await simulator.settle();
    const event = { event: 'PAYMENT_PARTIALLY_REFUNDED', objectId: providerId };
    expect(await callsOf(bank, () => deliverEvent(bank, bruno, event))).toBe(1);
    for (const { id: returnId } of slow)
      expect(await rowOf(bank, returnId)).toMatchObject({ status: 'done' });
  });

  test('what the provider gave back by itself is booked once, told, and cannot be given back again', async ({
    scene: { bank, simulator, bruno, arrive, centsOf },
  }) => {
    const { id, providerId } = await arrive(80);
    await simulator.control('POST', '/simulator/return', { id: providerId, value: 30 });
    expect(await codeOf(bruno.call.pix.giveBack({ id, amount: '50.01', ...BECAUSE }))).toBe(
      'RETURN_TOO_MUCH',
    );
    await bruno.call.pix.giveBack({ id, amount: '10.00', ...BECAUSE });
    const partly = { event: 'PAYMENT_PARTIALLY_REFUNDED', objectId: providerId };
    await deliverEvent(bank, bruno, partly);
    await deliverEvent(bank, bruno, { ...partly, id: 'evt_again' });
    expect(await centsOf(bruno)).toBe(4_000);
    expect(await bruno.call.pix.returns({ id })).toMatchObject({
      left: '40.00',
      returns: [
        { amount: '30.00', status: 'done', reason: 'Devolvido pelo provedor de pagamentos' },
        { amount: '10.00', status: 'done' },
      ],
    });
    // The rest, of which no event tells.
    await simulator.control('POST', '/simulator/return', { id: providerId });
    expect(await compare(bank)).toMatchObject({
      differences: [],
      repairs: [{ text: expect.stringContaining('40,00') }],
    });
    expect(await centsOf(bruno)).toBe(0);
    expect(await compare(bank)).toMatchObject({ differences: [], repairs: [] });
    const { outbox } = bank.db.tables;
    expect(await bank.db.$count(outbox, eq(outbox.kind, 'pix_taken_back'))).toBe(2);
    expect(await verifyLedger(bank.db)).toMatchObject({ ok: true });
  });

  test('what the provider gave back as a whole is reversed', async ({
    scene: { bank, simulator, bruno, arrive, centsOf },
  }) => {
    const whole = await arrive(20);
    await simulator.control('POST', '/simulator/return', { id: whole.providerId });
    await deliverEvent(bank, bruno, { event: 'PAYMENT_REFUNDED', objectId: whole.providerId });
    expect(await centsOf(bruno)).toBe(0);
    expect(await codeOf(bruno.call.pix.giveBack({ id: whole.id, amount: '1.00', ...BECAUSE }))).toBe(
      'RETURN_TOO_MUCH',
    );
    expect(await bruno.call.pix.returns({ id: whole.id })).toMatchObject({ left: '0.00' });
  });

  test(
    '64 events about one refund of the provider book it once',
    race(),
    async ({ scene: { bank, simulator, bruno, arrive, centsOf } }) => {
      const { id, providerId } = await arrive(80);
      await simulator.control('POST', '/simulator/return', { id: providerId, value: 30 });
      const said = await providerAccountOf(bank, await externalRow(bank, bruno.user.id)).payment(providerId);
      if (said.kind !== 'answered') throw new Error('the provider does not answer');
      await Promise.allSettled([
        ...Array.from({ length: 64 }, () => takeBack(bank, said.value)),
        bruno.call.pix.giveBack({ id, amount: '50.00', ...BECAUSE }),
      ]);
      expect([5_000, 0]).toContain(await centsOf(bruno));
      expect(await compare(bank)).toMatchObject({ differences: [] });
    },
  );

  test(
    '64 workers send a return once',
    race(),
    async ({ scene: { bank, bruno, arrive, faults, refundsOf } }) => {
      const { id, providerId } = await arrive(80);
      await faults({ dropBefore: 1 });
      const lost = await bruno.call.pix.giveBack({ id, amount: '10.00', ...BECAUSE });
      await faults({ dropBefore: 0 });
      for (let round = 0; round < 4; round += 1) {
        bank.clock.passSeconds(bank.provider.graceSeconds);
        await Promise.all(Array.from({ length: 64 }, () => settleOrders(bank)));
      }
      expect(await rowOf(bank, lost.id)).toMatchObject({ status: 'done' });
      expect(refundsOf(providerId)).toHaveLength(1);
    },
  );

  test('under random faults returns in parts never exceed what came, and both sides agree', {
    tags: ['prove'],
  }, async ({ scene: { bank, simulator, ana, bruno, arrive, pay, faults, refundsOf, events, centsOf } }) => {
    const random = { seed: 20_261_126 };
    const upTo = (most: number) => 1 + Math.floor(nextRandom(random) * most);
    const received = [await arrive(80), await pay('120.00'), await arrive(7.77)];
    const sent = await centsOf(ana);
    for (let round = 0; round < 30; round += 1) {
      const one = received[upTo(received.length) - 1];
      if (!one) throw new Error('nothing received');
      await simulator.control('POST', '/simulator/switches', {
        failNext: upTo(4) === 1 ? 1 : 0,
        refundMs: upTo(3) === 1 ? 60_000 : 0,
      });
      await faults({ seed: upTo(1_000), dropAfter: 0.2, dropBefore: 0.2, errorAfter: 0.1, tooMany: 0.1 });
      await settledCodes([
        bruno.call.pix.giveBack({ id: one.id, amount: (upTo(4_000) / 100).toFixed(2), ...BECAUSE }),
      ]);
      await expectClearing(bank);
    }
    await faults({ dropAfter: 0, dropBefore: 0, errorAfter: 0, tooMany: 0 });
    await simulator.control('POST', '/simulator/switches', { failNext: 0, refundMs: 0 });
    await simulator.settle();
    await settleAll(bank);
    await events();
    for (const { id, providerId } of received) {
      const { left, original, returns } = await bruno.call.pix.returns({ id });
      const done = returns.filter(({ status }) => status === 'done');
      const doneCents = done.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
      expect(doneCents + Math.round(Number(left) * 100)).toBe(Math.round(Number(original.amount) * 100));
      const there = refundsOf(providerId).filter(({ status }) => status === 'DONE');
      expect(there.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(doneCents);
    }
    const [, between] = received;
    const { returns } = await bruno.call.pix.returns({ id: between?.id ?? '' });
    const backCents = returns
      .filter(({ status }) => status === 'done')
      .reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
    expect(await centsOf(ana)).toBe(sent + backCents);
    expect(backCents).toBeGreaterThan(0);
    expect(await compare(bank)).toMatchObject({ differences: [], booked: 0 });
    expect(await verifyLedger(bank.db)).toMatchObject({ ok: true });
  });
});
