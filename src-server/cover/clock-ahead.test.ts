/** @module-tag postgresInCi */
import { expect } from 'vitest';
import { newBankBoleto } from '#domain/account/new-boleto';
import { noteMoment } from '#server/kernel/clock-watch';
import { settleOrders } from '#server/payments/orders/order-worker';
import { test } from '#server/payments/orders/testing/order-test';
import { placeCover, settleCovered } from './testing/settle-covered.ts';

test("while the machine's clock is ahead a covered payment that the provider does not take is not given up", async ({
  scene,
  bank,
  ana,
  simulator,
}) => {
  await bank.db.transaction((tx) => noteMoment(tx, bank.clock.real()));
  const { line } = newBankBoleto(120_000, '2026-03-20', 1);
  const id = await placeCover(scene, { kind: 'boleto', input: { line, amount: 120_000 } });
  await settleOrders(bank);
  await simulator.goDown();
  bank.clock.passSeconds(40 * 86_400);
  await settleCovered(bank);
  expect(await ana.call.account.cover.get({ id })).toMatchObject({ status: 'processing', boleto: null });
  await bank.db.transaction((tx) => noteMoment(tx, bank.clock.real()));
  bank.clock.passSeconds(1_800);
  await settleCovered(bank);
  expect(await ana.call.account.cover.get({ id })).toMatchObject({ status: 'failed' });
});
