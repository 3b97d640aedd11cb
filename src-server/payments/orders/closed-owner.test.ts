/** @module-tag postgresInCi */
import { test as base, describe, expect } from 'vitest';
import { bankAccountId } from '#server/ledger/bank-account';
import { balanceOf } from '#server/ledger/statement';
import { closeRelation } from '#server/testing/people';
import { compare } from '../reconcile/compare.ts';
import { receiveReturn } from '../returns/receive-return.ts';
import { returnScene } from '../returns/testing/return-scene.ts';
import { externalRow } from '../testing/scene.ts';
import { concludeOrder } from './conclude-order.ts';
import { rowOf, settleAll } from './testing/order-scene.ts';

const test = base.extend('scene', () => returnScene());
const REASON = 'Transferido à conta no Banco do Brasil';
const BECAUSE = { reason: 'cancelled' } as const;

describe('an order of a closed customer’s that the provider gives back', () => {
  test('of a paid code is held once, and both sides agree, also when it is paid outside', async ({
    scene: { bank, simulator, ana, bruno, admin, centsOf },
  }) => {
    const asked = { amount: '10.00', description: 'Pão', dueDate: '2026-03-20' };
    const { payload } = await bruno.call.charge.create(asked);
    const sent = await ana.call.pix.transfer({ pixKey: payload ?? '', amount: '10.00' });
    await simulator.settle();
    await settleAll(bank);
    await closeRelation(bank, ana.user.id);
    const [payment] = simulator.simulator.store.list('payment');
    await simulator.control('POST', '/simulator/return', { id: payment?.id });
    for (let night = 0; night < 2; night += 1)
      expect((await compare(bank)).differences, `night ${night}`).toEqual([]);
    expect(await centsOf(ana)).toBe(49_000);
    expect(await rowOf(bank, sent.id)).toMatchObject({ status: 'done' });
    const { payments } = await admin.call.admin.held.list({});
    expect(payments).toMatchObject([
      { status: 'held', amount: '10.00', userId: ana.user.id, mayReturn: false },
    ]);
    expect(await admin.call.admin.ledger.reconcile()).toMatchObject({ differences: [] });
    await admin.call.admin.held.payOut({ id: payments[0]?.id ?? '', reason: REASON });
    const { store } = simulator.simulator;
    const [account] = store.list('account', { name: '52998224725' });
    store.update('account', account?.id ?? '', { balanceCents: 49_000 });
    expect(await admin.call.admin.ledger.reconcile()).toMatchObject({ differences: [] });
  });

  test.for(['order', 'return', 'both'])(
    'is held once when its receiver’s return is told as well (first: %s)',
    async (first, { scene: { bank, simulator, ana, centsOf } }) => {
      const { id } = await ana.call.pix.transfer({ pixKey: 'maria@correio.example', amount: '100.00' });
      await simulator.settle();
      await settleAll(bank);
      await closeRelation(bank, ana.user.id);
      const { providerId, amountCents, endToEndId } = await rowOf(bank, id);
      const at = { providerId, amountCents, endToEndId, payee: null };
      const state = { kind: 'failed', at, reason: 'Devolvido' } as const;
      const { accountId } = await externalRow(bank, ana.user.id);
      const receiver = { userId: ana.user.id, accountId: accountId ?? '' };
      const back = { id: 'back', status: 'DONE', amountCents, endToEndId: 'D1', fromName: 'Maria' };
      const told = { ...back, originalEndToEndId: endToEndId, fromDocument: null, createdOn: null };
      if (first === 'order') await concludeOrder(bank, id, state);
      if (first === 'return') expect(await receiveReturn(bank, receiver, told)).toBe('booked');
      await Promise.all([concludeOrder(bank, id, state), receiveReturn(bank, receiver, told)]);
      await concludeOrder(bank, id, state);
      expect(await receiveReturn(bank, receiver, told)).toBe('nothing');
      expect(await balanceOf(bank.db, await bankAccountId(bank.db, 'held_pix'))).toBe(10_000);
      expect(await centsOf(ana)).toBe(40_000);
      expect(await rowOf(bank, id)).toMatchObject({ status: 'done' });
    },
  );

  test('of a return of theirs is held too', async ({ scene: { bank, bruno, arrive, centsOf } }) => {
    const { id } = await arrive(80);
    const given = await bruno.call.pix.giveBack({ id, amount: '80.00', ...BECAUSE });
    await closeRelation(bank, bruno.user.id);
    await concludeOrder(bank, given.id, { kind: 'failed', at: null, reason: 'Devolvido' });
    expect(await balanceOf(bank.db, await bankAccountId(bank.db, 'held_pix'))).toBe(8_000);
    expect(await centsOf(bruno)).toBe(0);
  });

  test('of a PIX by key, which the provider says has failed, is held, and both sides agree', async ({
    scene: { bank, simulator, ana, centsOf },
  }) => {
    const { id } = await ana.call.pix.transfer({ pixKey: 'maria@correio.example', amount: '100.00' });
    await simulator.settle();
    await settleAll(bank);
    await closeRelation(bank, ana.user.id);
    const { providerId } = await rowOf(bank, id);
    await simulator.control('POST', '/simulator/return', { id: providerId });
    for (let night = 0; night < 2; night += 1)
      expect((await compare(bank)).differences, `night ${night}`).toEqual([]);
    expect(await balanceOf(bank.db, await bankAccountId(bank.db, 'held_pix'))).toBe(10_000);
    expect(await centsOf(ana)).toBe(40_000);
  });
});
