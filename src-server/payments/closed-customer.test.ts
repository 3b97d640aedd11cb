import { expect } from 'vitest';
import { bankAccountId } from '#server/ledger/bank-account';
import { balanceOf } from '#server/ledger/statement';
import { closeRelation } from '#server/testing/people';
import { concludeOrder } from './orders/conclude-order.ts';
import { place, settleAll } from './orders/testing/order-scene.ts';
import { test } from './orders/testing/order-test.ts';
import { compare } from './reconcile/compare.ts';

test('incoming or returned money of a customer who closed the account is reported to administrators only', async ({
  scene,
  bank,
  ana,
  admin,
  external,
  simulator,
}) => {
  const { key } = await ana.call.pix.keys.create({ type: 'EVP' });
  const order = await place(scene, 4_000);
  await settleAll(bank);
  const { notifications, outbox } = bank.db.tables;
  await closeRelation(bank, ana.user.id);
  await simulator.control('POST', '/simulator/receive', { addressKey: key, value: 12.5 });
  await compare(bank);
  await concludeOrder(bank, order, { kind: 'failed', at: null, reason: 'Conta encerrada.' });
  expect(await balanceOf(bank.db, external)).toBe(46_000);
  expect(await balanceOf(bank.db, await bankAccountId(bank.db, 'held_pix'))).toBe(5_250);
  const told = (await bank.db.select().from(notifications)).filter(({ kind }) => kind === 'pix_held');
  expect(told).toMatchObject([{ userId: admin.user.id }, { userId: admin.user.id }]);
  const mails = await bank.db.select().from(outbox);
  const toCustomer = ['pix_received', 'pix_came_back', 'payment_failed'];
  expect(mails.filter(({ kind }) => toCustomer.includes(kind))).toEqual([]);
  expect(mails.filter(({ kind }) => kind === 'pix_held')).toHaveLength(2);
});
