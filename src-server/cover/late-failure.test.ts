/** @module-tag postgresInCi */
import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Db } from '#db/db';
import { engineOf, keepEngine } from '#db/engine';
import { newBankBoleto } from '#domain/account/new-boleto';
import { ownerContext } from '#server/audit/owner-context';
import { newId } from '#server/kernel/id';
import { ownKey } from '#server/ledger/once';
import { settleOrders } from '#server/payments/orders/order-worker';
import { test } from '#server/payments/orders/testing/order-test';
import { turnRulesOn, usesOf } from '#server/protection/testing/rules';
import { callerOf, freeze } from '#server/testing/people';
import { codeOf } from '#server/testing/refusal-of';
import { advanceCovered } from './cover-worker.ts';
import { payDirectly } from './pay-directly.ts';
import { placeCover, settleCovered } from './testing/settle-covered.ts';

test('a failure after the cover was placed is answered as processing, and the worker pays once', async ({
  scene,
  bank,
  ana,
  bruno,
}) => {
  const { accountNumber } = bruno;
  const rent = { accountNumber, amount: '1200.00', description: 'Aluguel' };
  const caller = callerOf({ ...bank, db: failingOnceCovered(bank.db) }, ana.user);
  const paid = await caller.account.cover.pay({ cover: '200.00', transfer: rent });
  expect(paid).toMatchObject({ status: 'processing', transfer: null });
  await settleCovered(bank);
  expect(await ana.call.account.cover.get({ id: paid.id ?? '' })).toMatchObject({ status: 'done' });
  expect(await scene.balances()).toMatchObject({ checking: 0, external: 30_000, clearing: 0 });
});

test.for(['at once', 'later'] as const)(
  'a covered payment that is made %s counts once in the day of the token that asked for it',
  async (when, { bank, ana, bruno }) => {
    await turnRulesOn(bank, ana.user);
    const { accountNumber } = bruno;
    const token = { id: newId(), mayMoveMoney: true, perCallCents: 120_000, perDayCents: 130_000 };
    const script = (db: Db) => callerOf({ ...bank, db }, ana.user, { session: null, token }).account.cover;
    const pay = (amount: string, cover: string, db = bank.db) =>
      script(db).pay({ cover, transfer: { accountNumber, amount, description: 'Aluguel' } });
    const { id } = await pay('1200.00', '200.00', when === 'later' ? failingOnceCovered(bank.db) : bank.db);
    await settleCovered(bank);
    expect(await ana.call.account.cover.get({ id: id ?? '' })).toMatchObject({ status: 'done' });
    const sums = await usesOf(bank, ana.user);
    expect(Object.entries(sums).map(([period, { transfer }]) => [period.split(' ')[0], transfer])).toEqual([
      ['day', 120_000],
      ['month', 120_000],
      ['token', 120_000],
    ]);
    expect(await codeOf(pay('100.01', '100.01'))).toBe('TOKEN_CEILING');
    expect((await pay('100.00', '100.00')).status).toBe('done');
  },
);

test("a customer's own key does not keep a covered payment from being made", async ({
  scene,
  bank,
  ana,
  bruno,
}) => {
  const { accountNumber } = bruno;
  const rent = { accountNumber, amount: '1200.00', description: 'Aluguel' };
  const caller = callerOf({ ...bank, db: failingOnceCovered(bank.db) }, ana.user);
  const { id } = await caller.account.cover.pay({ cover: '300.00', transfer: rent, idempotencyKey: 'um' });
  const hash = createHash('sha256').update('um').digest('base64url');
  const coffee = { accountNumber, amount: '1.00', description: 'Café', idempotencyKey: `cover:${hash}` };
  await ana.call.account.transfer(coffee);
  await settleCovered(bank);
  expect(await ana.call.account.cover.get({ id: id ?? '' })).toMatchObject({ status: 'done' });
  expect(await scene.balances()).toMatchObject({ checking: 9_900, external: 20_000 });
});

test('a covered payment that goes on as an order is answered as the order stands', async ({
  scene,
  bank,
  ana,
  simulator,
}) => {
  const { line } = newBankBoleto(110_000, '2026-03-20', 1);
  const id = await placeCover(scene, { kind: 'boleto', input: { line, amount: 110_000 } });
  await settleOrders(bank);
  await simulator.control('POST', '/simulator/switches', { settleMs: 60_000 });
  await advanceCovered(bank);
  const standing = () => ana.call.account.cover.get({ id });
  expect(await standing()).toMatchObject({ status: 'processing', boleto: { status: 'processing' } });
  await simulator.settle();
  // No event reaches this bank: the first look-up tells the end.
  bank.clock.passSeconds(15 * 60);
  await settleCovered(bank);
  expect(await standing()).toMatchObject({
    status: 'done',
    boleto: { type: 'payment', status: 'done', concludedAt: expect.any(String) },
  });
});

test('a payment that was made without its cover meanwhile is concluded when the cover fails', async ({
  scene,
  bank,
  ana,
  bruno,
}) => {
  const payment = {
    kind: 'transfer',
    input: { accountNumber: bruno.accountNumber, amount: 90_000, description: 'Aluguel' },
  } as const;
  const id = await placeCover(scene, payment);
  // As a concurrent request under the same key does, when a deposit has arrived.
  await payDirectly(await ownerContext(bank, ana.user.id), payment, ownKey(`cover:${id}`));
  await freeze(bank, ana.accountId);
  await settleCovered(bank);
  expect(await ana.call.account.cover.get({ id })).toMatchObject({
    status: 'done',
    transfer: { amount: '900.00' },
  });
  expect(await scene.balances()).toMatchObject({ checking: 10_000, external: 50_000, clearing: 0 });
});

test('a cover that never arrived is not given back when the payment that was made without it fails', async ({
  scene,
  bank,
  ana,
  admin,
}) => {
  // The simulator refuses this amount.
  const { line } = newBankBoleto(131_313, '2026-03-20', 1);
  const payment = { kind: 'boleto', input: { line, amount: 131_313 } } as const;
  await admin.call.admin.accounts.adjust({ id: ana.accountId, amount: '1000.00', reason: 'Depósito' });
  const id = await placeCover(scene, payment);
  await payDirectly(await ownerContext(bank, ana.user.id), payment, ownKey(`cover:${id}`));
  await freeze(bank, ana.accountId);
  await settleOrders(bank);
  await admin.call.admin.accounts.unfreeze({ id: ana.accountId, reason: 'Conferido' });
  await settleCovered(bank);
  expect(await ana.call.account.cover.get({ id })).toMatchObject({ status: 'failed', boleto: { line } });
  expect(await scene.balances()).toMatchObject({ checking: 200_000, external: 50_000, clearing: 0 });
});

test('a covered payment whose key a concurrent request has used for another payment ends, and its cover goes back', async ({
  scene,
  bank,
  ana,
  bruno,
}) => {
  const { accountNumber } = bruno;
  const rent = { accountNumber, amount: 120_000, description: 'Aluguel' };
  const id = await placeCover(scene, { kind: 'transfer', input: rent });
  const coffee = { accountNumber, amount: 1_000, description: 'Café' };
  const ctx = await ownerContext(bank, ana.user.id);
  await payDirectly(ctx, { kind: 'transfer', input: coffee }, ownKey(`cover:${id}`));
  await settleCovered(bank);
  expect(await ana.call.account.cover.get({ id })).toMatchObject({
    status: 'failed',
    failReason: 'Esta chave de idempotência já foi usada em outro pedido',
  });
  expect(await scene.balances()).toMatchObject({ checking: 99_000, external: 50_000, clearing: 0 });
});

test('a covered payment that cannot be continued is tried again after the others', async ({
  scene,
  bank,
  bruno,
}) => {
  const rent = { accountNumber: bruno.accountNumber, amount: 120_000, description: 'Aluguel' };
  await placeCover(scene, { kind: 'transfer', input: rent });
  // Nothing of the bank's leaves a row so: it waits for an order that it does not have.
  await bank.db.transaction((tx) => tx.update(tx.tables.coveredPayments).set({ status: 'paying' }));
  await settleOrders(bank);
  const lookedAt = bank.clock.real();
  await advanceCovered(bank);
  const [row] = await bank.db.select().from(bank.db.tables.coveredPayments);
  expect(row?.nextLookAt?.getTime()).toBeGreaterThan(lookedAt.getTime());
});

/** Commits until a cover has settled; then no transaction begins, as on a database that is away for writing. */
function failingOnceCovered(db: Db): Db {
  const unlessSettled = async <Value>(write: () => Promise<Value>): Promise<Value> => {
    const { paymentOrders } = db.tables;
    const settled = and(eq(paymentOrders.kind, 'move_out'), eq(paymentOrders.status, 'done'));
    if ((await db.$count(paymentOrders, settled)) > 0) throw new Error('the database takes no writes');
    return write();
  };
  const transaction: Db['transaction'] = (work) => unlessSettled(() => db.transaction(work));
  const grouped: Db['grouped'] = (work, item) => unlessSettled(() => db.grouped(work, item));
  const failing = new Proxy(db, {
    get: (target, name) => {
      if (name === 'transaction') return transaction;
      if (name === 'grouped') return grouped;
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return keepEngine(failing, engineOf(db));
}
