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
  expect(await balanceOf(bank.db, external)).toBe(50_000);
  expect(await balanceOf(bank.db, await bankAccountId(bank.db, 'held_pix'))).toBe(1_250);
  const told = (await bank.db.select().from(notifications)).filter(({ kind }) => kind === 'closed_customer');
  expect(told.map(({ userId, title }) => ({ userId, title: title.replaceAll('\u00A0', ' ') }))).toEqual(
    expect.arrayContaining([
      { userId: admin.user.id, title: 'Cadastro encerrado: PIX devolvido: R$ 40,00 de volta' },
    ]),
  );
  const mails = await bank.db.select().from(outbox);
  expect(mails.filter(({ kind }) => ['pix_received', 'payment_failed'].includes(kind))).toEqual([]);
  const toAdmins = mails.filter(({ kind }) => kind === 'closed_customer');
  expect(toAdmins).toHaveLength(1);
  for (const { text } of toAdmins) expect(text).toContain('Ana Moreira encerrou a conta');
});
