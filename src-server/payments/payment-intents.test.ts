/** @module-tag postgresInCi */
import { expect } from 'vitest';
import { newBankBoleto } from '#domain/account/new-boleto';
import { settleCovered } from '#server/cover/testing/settle-covered';
import { turnRulesOn } from '#server/protection/testing/rules';
import type { TestBank } from '#server/testing/test-bank';
import { refreshOrder } from './orders/look-up.ts';
import { place, rowOf } from './orders/testing/order-scene.ts';
import { test } from './orders/testing/order-test.ts';
import { strayPayments } from './testing/stray-payments.ts';
import { scriptOf } from './waiting/testing/waiting-test.ts';
import { releaseDue } from './waiting/waiting-worker.ts';

const KEY = 'maria@correio.example';

async function intentsOf({ db }: TestBank) {
  const { paymentIntents: intents } = db.tables;
  return db.select().from(intents).orderBy(intents.id);
}

const storiesOf = async (bank: TestBank) =>
  (await intentsOf(bank)).map(({ kind, state, amountCents }) => `${kind} ${amountCents} ${state}`);

test('a payment of each kind is one row, from its commit to its end', async ({
  bank,
  simulator,
  ana,
  bruno,
  admin,
  scene,
}) => {
  const transfer = { accountNumber: bruno.accountNumber, amount: '10.00', description: 'Aula' };
  const { id: paid } = await ana.call.account.transfer(transfer);
  const { id: sent } = await ana.call.pix.transfer({ pixKey: KEY, amount: '20.00' });
  await simulator.control('POST', '/simulator/switches', { failNext: 1 });
  await ana.call.pix.transfer({ pixKey: KEY, amount: '30.00' });
  const { line } = newBankBoleto(4_000, '2026-03-20', 1);
  await ana.call.account.boleto.pay({ line });
  await ana.call.pix.move({ direction: 'out', amount: '50.00' });
  await place(scene, 6_000);
  const covered = { ...transfer, amount: '1100.00' };
  await ana.call.account.cover.pay({ cover: '200.00', transfer: covered });
  expect(await storiesOf(bank)).toEqual([
    'move_in 50000 done',
    'transfer 1000 done',
    'pix_person 2000 done',
    'pix_person 3000 failed',
    'boleto 4000 done',
    'move_out 5000 done',
    'pix_person 6000 executing',
    'move_out 20000 done',
    'transfer 110000 done',
  ]);
  for (const intent of await intentsOf(bank)) expect(intent.transactionId, intent.kind).toBe(intent.id);

  await admin.call.admin.transactions.reverse({ id: paid, reason: 'Engano' });
  const { providerId } = await rowOf(bank, sent);
  await simulator.control('POST', '/simulator/return', { id: providerId });
  await refreshOrder(bank, sent);
  await settleCovered(bank);
  expect((await storiesOf(bank)).slice(1, 3)).toEqual(['transfer 1000 returned', 'pix_person 2000 returned']);
  expect(await strayPayments(bank.db)).toEqual([]);
});

test('a payment that waits keeps its row: released it gets the transaction that pays it, else it was cancelled or failed', async ({
  bank,
  ana,
  bruno,
}) => {
  await turnRulesOn(bank, ana.user);
  const script = scriptOf(bank, ana.user);
  const to = { accountNumber: bruno.accountNumber, description: 'Sofá' };
  const { id: undone } = await script.account.transfer({ ...to, amount: '501.00' });
  await script.account.waiting.undo({ id: undone });
  const { id: released } = await script.account.transfer({ ...to, amount: '502.00' });
  const { id: ordered } = await script.pix.transfer({ pixKey: KEY, amount: '500.00' });
  expect((await intentsOf(bank)).slice(1)).toMatchObject([
    { id: undone, state: 'cancelled', transactionId: null, method: 'token', concludedAt: bank.clock.now() },
    { id: released, state: 'held', transactionId: null, concludedAt: null },
    { id: ordered, state: 'done', transactionId: ordered },
  ]);
  const [, , held] = await intentsOf(bank);
  bank.clock.passSeconds(600);
  expect(held?.executeAt).toEqual(bank.clock.now());
  await releaseDue(bank);
  const [, , made] = await intentsOf(bank);
  expect(made).toEqual({
    ...held,
    state: 'done',
    transactionId: expect.not.stringMatching(released),
    concludedAt: bank.clock.now(),
  });
  // The payment's signature is found by either id.
  const { transactionId: _own, ...signed } = await script.account.authorisation({ id: released });
  const { transactionId, ...same } = await script.account.authorisation({ id: made?.transactionId ?? '' });
  expect([same, transactionId]).toEqual([signed, made?.transactionId]);
  expect(await strayPayments(bank.db)).toEqual([]);
});
