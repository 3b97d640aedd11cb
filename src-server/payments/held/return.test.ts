/** @module-tag postgresInCi */
import { eq } from 'drizzle-orm';
import { test as base, describe, expect } from 'vitest';
import { race } from '#db/testing/race-test';
import { FAIL_REASONS, SENDING } from '#domain/pix/order';
import { bankAccountId } from '#server/ledger/bank-account';
import { balanceOf } from '#server/ledger/statement';
import { codeOf } from '#server/testing/refusal-of';
import { orderScene } from '../orders/testing/order-scene.ts';
import { processEvents } from '../process-events.ts';
import { compare } from '../reconcile/compare.ts';
import { auditedChanges, deliverEvent } from '../testing/scene.ts';
import { LOOKS_A_DAY, sendReturns } from './send-returns.ts';

/** Ana is deactivated, and a PIX for her is held; `giveBack` decides to return it. */
async function returnScene() {
  const scene = await orderScene();
  const { bank, simulator, ana, admin, external } = scene;
  const { key } = await ana.call.pix.keys.create({ type: 'EVP' });
  await admin.call.admin.users.deactivate({ id: ana.user.id, reason: 'Documento vencido' });
  const arrive = async (value: number) => {
    const { body } = await simulator.control('POST', '/simulator/receive', { addressKey: key, value });
    await deliverEvent(bank, ana, { event: 'PAYMENT_RECEIVED', objectId: String(body.id) });
    const [held] = (await admin.call.admin.held.list({})).payments;
    return { providerId: String(body.id), id: held?.id ?? '' };
  };
  const one = async () => (await admin.call.admin.held.list({})).payments[0];
  const giveBack = (id: string) => admin.call.admin.held.return({ id, reason: 'Cliente não localizado' });
  const faults = (on: object) => simulator.control('POST', '/simulator/faults', { onlyPosts: true, ...on });
  const held = async () => balanceOf(bank.db, await bankAccountId(bank.db, 'held_pix'));
  const isRefunded = (id: string) => simulator.simulator.store.get('payment', id)?.isRefunded === true;
  const externalCents = () => balanceOf(bank.db, external);
  return { ...scene, arrive, one, giveBack, faults, held, isRefunded, externalCents };
}

const test = base.extend('scene', () => returnScene());

describe('returning a held PIX to its payer', () => {
  test('a returned PIX is refunded once by the provider, and the books of both sides agree', async ({
    scene: { bank, arrive, one, giveBack, held, isRefunded, externalCents },
  }) => {
    const { id, providerId } = await arrive(80);
    expect(await giveBack(id)).toEqual({ id, status: 'returning' });
    expect(await held()).toBe(8_000);
    expect(await compare(bank)).toMatchObject({ differences: [] });
    await sendReturns(bank);
    expect([isRefunded(providerId), await held(), await externalCents()]).toEqual([true, 0, 50_000]);
    expect(await one()).toMatchObject({ status: 'returned', concludedAt: bank.clock.now().toISOString() });
    expect(await auditedChanges(bank, 'return_held_pix')).toMatchObject([{ amount: '80.00', providerId }]);
    expect(await auditedChanges(bank, 'take_back_pix')).toMatchObject([{ amount: '80.00', providerId }]);
    await sendReturns(bank);
    expect(await compare(bank)).toMatchObject({ differences: [], booked: 0 });
  });

  test('the customer whose PIX was returned is told, once and when it has left', async ({
    scene: { bank, ana, arrive, giveBack },
  }) => {
    const told = async () => {
      const { notifications, outbox } = bank.db.tables;
      const [bells, letters] = [notifications, outbox].map((table) =>
        bank.db.$count(table, eq(table.kind, 'held_pix_returned')),
      );
      return [await bells, await letters];
    };
    const { id } = await arrive(80);
    await giveBack(id);
    expect(await told()).toEqual([0, 0]);
    for (const _ of ['returned', 'again']) await sendReturns(bank);
    expect(await told()).toEqual([1, 1]);
    const [letter] = await bank.db
      .select()
      .from(bank.db.tables.outbox)
      .where(eq(bank.db.tables.outbox.kind, 'held_pix_returned'));
    expect(letter).toMatchObject({ recipient: expect.stringContaining(ana.user.id) });
    expect(letter?.text).toMatch(/R\$\s80,00 .*foi devolvido a quem pagou/);
  });

  test('a refund whose answer is lost is found after the grace, and not sent twice', async ({
    scene: { bank, arrive, one, giveBack, faults, held, isRefunded },
  }) => {
    const { id, providerId } = await arrive(80);
    await giveBack(id);
    await faults({ dropAfter: 1 });
    await sendReturns(bank);
    expect([isRefunded(providerId), await held()]).toEqual([true, 8_000]);
    expect(await one()).toMatchObject({ status: 'returning', failReason: null });
    await faults({ dropAfter: 0, dropBefore: 1 });
    bank.clock.passSeconds(bank.provider.graceSeconds);
    await sendReturns(bank);
    expect(await one()).toMatchObject({ status: 'returned' });
    expect(await held()).toBe(0);
  });

  test('the event of a refund concludes the return even before the worker asks', async ({
    scene: { bank, ana, arrive, one, giveBack, faults },
  }) => {
    const { id, providerId } = await arrive(80);
    await giveBack(id);
    await faults({ errorAfter: 1 });
    await sendReturns(bank);
    await faults({ errorAfter: 0 });
    await deliverEvent(bank, ana, { event: 'PAYMENT_REFUNDED', objectId: providerId });
    expect(await one()).toMatchObject({ status: 'returned' });
  });

  test('a refund that the provider refuses leaves the money held, with its reason, to be decided again', async ({
    scene: { bank, admin, simulator, arrive, one, giveBack, held },
  }) => {
    const { id } = await arrive(80);
    await simulator.control('POST', '/simulator/switches', { failNext: 1 });
    await giveBack(id);
    await sendReturns(bank);
    expect(await one()).toMatchObject({
      status: 'held',
      failReason: 'O estorno não foi aceito pela instituição de quem pagou.',
    });
    expect(await held()).toBe(8_000);
    expect(await auditedChanges(bank, 'keep_held_pix')).toHaveLength(1);
    expect(await compare(bank)).toMatchObject({ differences: [] });
    expect(await admin.call.admin.held.release({ id, reason: 'A pedido do cliente' })).toMatchObject({
      status: 'released',
    });
    expect(await held()).toBe(0);
  });

  test('a part that the provider took by itself does not keep a refused return open', async ({
    scene: { bank, ana, admin, simulator, arrive, one, giveBack, externalCents },
  }) => {
    const { id, providerId } = await arrive(80);
    await simulator.control('POST', '/simulator/return', { id: providerId, value: 30 });
    await deliverEvent(bank, ana, { event: 'PAYMENT_PARTIALLY_REFUNDED', objectId: providerId });
    await simulator.control('POST', '/simulator/switches', { failNext: 1 });
    await giveBack(id);
    await sendReturns(bank);
    expect(await one()).toMatchObject({ status: 'held' });
    // Later than the comparison looks back.
    bank.clock.passSeconds(5 * 86_400);
    await admin.call.admin.held.release({ id, reason: 'A pedido do cliente' });
    await processEvents(bank);
    expect(await externalCents()).toBe(55_000);
    expect(await compare(bank)).toMatchObject({ differences: [] });
  });

  test('a return that stays under way for a day is named by the reconciliation', async ({
    scene: { bank, simulator, arrive, one, giveBack },
  }) => {
    const { id, providerId } = await arrive(80);
    await simulator.control('POST', '/simulator/switches', { refundMs: 60_000 });
    await giveBack(id);
    await sendReturns(bank);
    expect(await compare(bank)).toMatchObject({ differences: [] });
    for (let look = 1; look < LOOKS_A_DAY; look += 1) {
      bank.clock.passSeconds(900);
      await sendReturns(bank);
    }
    expect(await one()).toMatchObject({ status: 'returning' });
    expect((await compare(bank)).differences).toMatchObject([{ about: `Recebimento ${providerId}` }]);
  });

  test('a refund that never reaches the provider is sent a few times, then the payment is held again', async ({
    scene: { bank, arrive, one, giveBack, faults, isRefunded },
  }) => {
    const { id, providerId } = await arrive(80);
    await giveBack(id);
    await faults({ dropBefore: 1 });
    for (let tries = 0; tries <= SENDING.tries; tries += 1) {
      await sendReturns(bank);
      bank.clock.passSeconds(bank.provider.graceSeconds);
    }
    expect(await one()).toMatchObject({ status: 'held', failReason: FAIL_REASONS.notSent });
    expect(isRefunded(providerId)).toBe(false);
  });

  test('a return waits while the provider is overloaded', async ({
    scene: { bank, arrive, one, giveBack, faults },
  }) => {
    const { id } = await arrive(80);
    await giveBack(id);
    await faults({ tooMany: 1 });
    for (let tries = 0; tries < 10; tries += 1) {
      await sendReturns(bank);
      bank.clock.passSeconds(60);
    }
    expect(await one()).toMatchObject({ status: 'returning' });
    await faults({ tooMany: 0 });
    await sendReturns(bank);
    expect(await one()).toMatchObject({ status: 'returned' });
    expect(await codeOf(giveBack(id))).toBe('HELD_DECIDED');
  });

  test(
    '64 concurrent workers send each refund once',
    race(),
    async ({ scene: { bank, arrive, giveBack, held, isRefunded } }) => {
      const arrived = [await arrive(80), await arrive(30.5)];
      for (const { id } of arrived) await giveBack(id);
      await Promise.all(Array.from({ length: 64 }, () => sendReturns(bank)));
      for (const { providerId } of arrived) expect(isRefunded(providerId)).toBe(true);
      expect(await held()).toBe(0);
      expect(await auditedChanges(bank, 'take_back_pix')).toHaveLength(2);
      expect(await compare(bank)).toMatchObject({ differences: [], booked: 0 });
    },
  );
});
