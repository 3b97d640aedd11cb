/** @module-tag postgresInCi */
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { newBankBoleto } from '#domain/account/new-boleto';
import { moveOrder } from '#server/payments/move';
import { settleOrders } from '#server/payments/orders/order-worker';
import { placeOrder } from '#server/payments/orders/place-order';
import { test } from '#server/payments/orders/testing/order-test';
import { callsOf } from '#server/payments/testing/provider-calls';
import { advanceCovered } from './cover-worker.ts';
import { insertCovered, newCoveredRow } from './covered-row.ts';
import { placeCover } from './testing/settle-covered.ts';

test('the worker sends what was covered and waits for no end, which the order worker finds', async ({
  scene,
  bank,
  ana,
}) => {
  const { simulator } = scene;
  const { line } = newBankBoleto(110_000, '2026-03-20', 1);
  const id = await placeCover(scene, { kind: 'boleto', input: { line, amount: 110_000 } });
  await settleOrders(bank);
  await simulator.control('POST', '/simulator/switches', { settleMs: 600_000 });
  // The boleto is looked at and paid; who waits for the end asks for it too.
  expect(await callsOf(bank, () => advanceCovered(bank))).toBe(2);
  expect(await ana.call.account.cover.get({ id })).toMatchObject({ boleto: { status: 'processing' } });
});

test('one turn of the worker continues more covered payments than one page has', async ({
  scene,
  bank,
  ana,
}) => {
  const { external } = scene;
  const ctx = { ...bank, user: ana.user, session: null, token: null };
  const payment = {
    kind: 'transfer',
    input: { accountNumber: '1', amount: 100, description: 'x' },
  } as const;
  await bank.db.transaction(async (tx) => {
    const { paymentOrders } = tx.tables;
    for (let one = 0; one < 101; one += 1) {
      const id = await placeOrder(
        tx,
        ctx,
        moveOrder({ direction: 'out', amount: 1 }, ana.accountId, external),
      );
      await insertCovered(tx, [newCoveredRow(ctx, id, { payment, cover: 1, paymentKey: `k${one}` })]);
      const failed = {
        status: 'failed',
        concludedById: id,
        concludedAt: bank.clock.now(),
        nextLookAt: null,
      } as const;
      await tx.update(paymentOrders).set(failed).where(eq(paymentOrders.transactionId, id));
    }
  });
  await advanceCovered(bank);
  const { coveredPayments: covered } = bank.db.tables;
  expect(await bank.db.$count(covered, eq(covered.status, 'failed'))).toBe(101);
});
