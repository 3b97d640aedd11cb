import { eq } from 'drizzle-orm';
import { test as base, describe, expect } from 'vitest';
import { race } from '#db/testing/race-test';
import type { ProviderTransfer } from '#server/provider/money-shapes';
import { mapped, type Outcome } from '#server/provider/outcome';
import { queriesDuring } from '#server/testing/queries-during';
import { codeOf } from '#server/testing/refusal-of';
import { concludeOrder } from '../orders/conclude-order.ts';
import { rowOf, settleAll } from '../orders/testing/order-scene.ts';
import { compare } from '../reconcile/compare.ts';
import { callsOf } from '../testing/provider-calls.ts';
import { deliverEvent, externalRow } from '../testing/scene.ts';
import { receiveReturn } from './receive-return.ts';
import { returnScene } from './testing/return-scene.ts';

const test = base.extend('scene', () => returnScene());

const BECAUSE = { reason: 'cancelled' } as const;

const withoutId = (said: Outcome<ProviderTransfer>): Outcome<ProviderTransfer> =>
  mapped(said, (transfer) => ({ ...transfer, endToEndId: null }));

describe('a payer who is a customer of the bank', () => {
  test('gets each part back, linked to the PIX that was sent, and is told', async ({
    scene: { bank, ana, bruno, pay, centsOf, events },
  }) => {
    const { sent, id } = await pay('120.00');
    expect([await centsOf(ana), await centsOf(bruno)]).toEqual([38_000, 12_000]);
    await bruno.call.pix.giveBack({ id, amount: '20.00', ...BECAUSE });
    await events();
    await bruno.call.pix.giveBack({ id, amount: '100.00', ...BECAUSE });
    expect(await events()).toMatchObject([{ lastError: null }, { lastError: null }]);
    expect([await centsOf(ana), await centsOf(bruno)]).toEqual([50_000, 0]);
    // The order stands: it was executed, and what came back is money of its own.
    expect(await rowOf(bank, sent)).toMatchObject({ status: 'done' });
    const { entries } = await ana.call.account.ledger({ account: 'external' });
    expect(entries.slice(0, 2)).toMatchObject([
      { amount: '100.00', isDebit: false, kind: 'pix', description: 'Devolução de PIX de Bruno Nogueira' },
      { amount: '20.00', isDebit: false, kind: 'pix', counterparty: { name: 'Bruno Nogueira' } },
    ]);
    const seen = await ana.call.pix.returns({ id: sent });
    expect(seen).toMatchObject({
      original: { transactionId: sent, amount: '120.00', name: 'Bruno Nogueira', isReceived: false },
      left: null,
      returns: [{ amount: '100.00', reason: null }, { amount: '20.00' }],
    });
    expect(await ana.call.pix.returns({ id: entries[0]?.transactionId ?? '' })).toEqual(seen);
    const { outbox } = bank.db.tables;
    expect(await bank.db.$count(outbox, eq(outbox.kind, 'pix_came_back'))).toBe(2);
    expect(await compare(bank)).toMatchObject({ differences: [], booked: 0 });
  });

  test('cannot give back what came back', async ({ scene: { ana, bruno, pay, events } }) => {
    const { id } = await pay('120.00');
    await bruno.call.pix.giveBack({ id, amount: '20.00', ...BECAUSE });
    await events();
    const { entries } = await ana.call.account.ledger({ account: 'external' });
    const back = entries[0]?.transactionId ?? '';
    expect(await codeOf(ana.call.pix.giveBack({ id: back, amount: '20.00', ...BECAUSE }))).toBe(
      'NOT_A_RECEIVED_PIX',
    );
  });

  test('gets what a receiver at another bank gives back with the daily reconciliation', async ({
    scene: { bank, simulator, ana, centsOf },
  }) => {
    const { id } = await ana.call.pix.transfer({ pixKey: 'maria@correio.example', amount: '100.00' });
    await simulator.settle();
    const { providerId } = await rowOf(bank, id);
    await compare(bank);
    await simulator.control('POST', '/simulator/return', { id: providerId, value: 40 });
    expect(await compare(bank)).toMatchObject({ differences: [], booked: 1 });
    expect(await centsOf(ana)).toBe(44_000);
    expect(await compare(bank)).toMatchObject({ differences: [], booked: 0 });
    expect(await ana.call.pix.returns({ id })).toMatchObject({ returns: [{ amount: '40.00' }] });
  });

  test('costs one call and a few queries for each return, however many came back before', async ({
    scene: { bank, simulator, ana, incoming },
  }) => {
    const { id } = await ana.call.pix.transfer({ pixKey: 'maria@correio.example', amount: '100.00' });
    await simulator.settle();
    await settleAll(bank);
    const { providerId } = await rowOf(bank, id);
    const comeBack = () => simulator.control('POST', '/simulator/return', { id: providerId, value: 0.01 });
    for (let made = 0; made < 300; made += 1) await comeBack();
    const oldest = simulator.simulator.store.list('pixReturn').at(-1);
    const objectId = oldest?.endToEndId ?? '';
    const tell = () => deliverEvent(bank, ana, { event: 'PIX_RETURNED', objectId });
    const calls = await callsOf(bank, async () => {
      expect((await queriesDuring(bank, tell)).queries).toBeLessThan(30);
    });
    expect(calls).toBe(1);
    expect(await incoming()).toMatchObject([{ providerId: oldest?.id, endToEndId: objectId }]);
    expect(await compare(bank)).toMatchObject({ differences: [], booked: 299 });
  });

  test('who may not use the bank any more has what came back held, and it can only be released', async ({
    scene: { bank, ana, bruno, admin, pay, events },
  }) => {
    const { id, sent } = await pay('120.00');
    await admin.call.admin.users.deactivate({ id: ana.user.id, reason: 'Documento vencido' });
    await bruno.call.pix.giveBack({ id, amount: '20.00', ...BECAUSE });
    await events();
    const [held] = (await admin.call.admin.held.list({})).payments;
    expect(held).toMatchObject({ amount: '20.00', status: 'held', payerName: 'Bruno Nogueira' });
    const decision = { id: held?.id ?? '', reason: 'Conferido com o cliente' };
    expect(await codeOf(admin.call.admin.held.return(decision))).toBe('NOT_A_RECEIVED_PIX');
    expect(await compare(bank)).toMatchObject({ differences: [] });
    // What is held has come back, too: the order is not given back once more.
    const failed = { kind: 'failed', at: null, reason: 'Devolvido' } as const;
    expect(await concludeOrder(bank, sent, failed)).toBe('nothing');
    await admin.call.admin.held.release(decision);
    expect(await concludeOrder(bank, sent, failed)).toBe('nothing');
    expect(await compare(bank)).toMatchObject({ differences: [] });
  });

  test('gets a paid code back once, also before the bank has heard that it was paid', async ({
    scene: { bank, simulator, ana, bruno, centsOf, events, incoming },
  }) => {
    const asked = { amount: '10.00', description: 'Pão', dueDate: '2026-03-20' };
    const { payload } = await bruno.call.charge.create(asked);
    await simulator.control('POST', '/simulator/switches', { settleMs: 60_000 });
    const sent = await ana.call.pix.transfer({ pixKey: payload ?? '', amount: '10.00' });
    await simulator.settle();
    const [payment] = simulator.simulator.store.list('payment');
    await deliverEvent(bank, bruno, { event: 'PAYMENT_RECEIVED', objectId: payment?.id ?? '' });
    const [received] = await incoming();
    const giveBack = (amount: string) =>
      bruno.call.pix.giveBack({ id: received?.transactionId ?? '', amount, ...BECAUSE });
    await giveBack('4.00');
    expect(await events()).toMatchObject([{ lastError: null }]);
    expect(await rowOf(bank, sent.id)).toMatchObject({ status: 'processing', failReason: null });
    await giveBack('6.00');
    await settleAll(bank);
    expect(await rowOf(bank, sent.id)).toMatchObject({ status: 'done', failReason: null });
    expect(await centsOf(ana)).toBe(49_400);
    await events();
    expect([await centsOf(ana), await centsOf(bruno)]).toEqual([50_000, 0]);
    const { returns } = await ana.call.pix.returns({ id: sent.id });
    expect(returns).toMatchObject([{ amount: '6.00' }, { amount: '4.00' }]);
    // The provider says of the payment that it was refunded.
    expect(await compare(bank)).toMatchObject({ differences: [], booked: 0 });
  });

  test('gets what comes back of an open order only when the bank knows which order it is of', async ({
    scene: { bank, ana, centsOf, faults },
  }) => {
    const { accountId } = await externalRow(bank, ana.user.id);
    const receiver = { userId: ana.user.id, accountId: accountId ?? '' };
    const before = await centsOf(ana);
    await faults({ errorBefore: 1 });
    for (const kind of ['failed', 'done'] as const) {
      const { id } = await ana.call.pix.transfer({ pixKey: `${kind}@correio.example`, amount: '10.00' });
      expect(await rowOf(bank, id)).toMatchObject({ status: 'sending', endToEndId: null });
      const facts = { endToEndId: `E-${kind}`, providerId: `t-${kind}`, amountCents: 1_000, payee: null };
      const back = {
        ...{ id: `back-${kind}`, status: 'DONE', amountCents: 1_000, endToEndId: null },
        ...{ originalEndToEndId: `E-${kind}`, fromName: 'Maria', fromDocument: null, createdOn: null },
      };
      expect(await receiveReturn(bank, receiver, back)).toBe('awaits');
      await concludeOrder(bank, id, { kind, at: facts, reason: 'Devolvido' });
      expect(await receiveReturn(bank, receiver, back)).toBe(kind === 'done' ? 'booked' : 'nothing');
      expect(await centsOf(ana)).toBe(before);
    }
  });

  test.for(['return', 'order'])(
    'is credited once for a PIX whose end-to-end id is told after its end only (first: %s)',
    async (first, { scene: { bank, simulator, ana, centsOf } }) => {
      const { store } = simulator.simulator;
      const { of } = bank.provider;
      const lacking: typeof of = (key) => ({
        ...of(key),
        transfer: async (asked) => withoutId(await of(key).transfer(asked)),
        transferById: async (id) => withoutId(await of(key).transferById(id)),
      });
      bank.provider.of = lacking;
      const { id } = await ana.call.pix.transfer({ pixKey: 'fora@correio.example', amount: '10.00' });
      bank.provider.of = of;
      const { status, providerId, endToEndId } = await rowOf(bank, id);
      expect({ status, endToEndId }).toEqual({ status: 'done', endToEndId: null });
      const made = store.get('transfer', providerId ?? '');
      const back = {
        ...{ id: 'back', status: 'DONE', amountCents: 1_000, endToEndId: null, createdOn: null },
        ...{ originalEndToEndId: made?.endToEndId ?? '', fromName: 'Maria', fromDocument: null },
      };
      const { accountId } = await externalRow(bank, ana.user.id);
      const receiver = { userId: ana.user.id, accountId: accountId ?? '' };
      if (first === 'return') expect(await receiveReturn(bank, receiver, back)).toBe('booked');
      store.update('transfer', providerId ?? '', { status: 'FAILED', failReason: 'Devolvida' });
      await deliverEvent(bank, ana, { event: 'TRANSFER_FAILED', objectId: providerId ?? '' });
      expect(await receiveReturn(bank, receiver, back)).toBe('nothing');
      expect(await centsOf(ana)).toBe(50_000);
      expect(await rowOf(bank, id)).toMatchObject({ status: first === 'return' ? 'done' : 'returned' });
    },
  );

  test(
    'is credited once when the provider says of the order, too, that it came back',
    race(),
    async ({ scene: { bank, simulator, ana, centsOf } }) => {
      for (let round = 0; round < 6; round += 1) {
        const before = await centsOf(ana);
        const { id } = await ana.call.pix.transfer({
          pixKey: `maria${round}@correio.example`,
          amount: '10.00',
        });
        await simulator.settle();
        await settleAll(bank);
        const { endToEndId } = await rowOf(bank, id);
        const { accountId } = await externalRow(bank, ana.user.id);
        const back = {
          id: `back-${round}`,
          status: 'DONE',
          amountCents: 1_000,
          originalEndToEndId: endToEndId,
          endToEndId: null,
          fromName: 'Maria',
          fromDocument: null,
          createdOn: null,
        };
        const receiver = { userId: ana.user.id, accountId: accountId ?? '' };
        await Promise.all([
          receiveReturn(bank, receiver, back),
          concludeOrder(bank, id, { kind: 'failed', at: null, reason: 'Devolvido' }),
        ]);
        expect(await centsOf(ana)).toBe(before);
      }
    },
  );
});
