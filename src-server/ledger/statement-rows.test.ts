import { expect, test } from 'vitest';
import { testDb } from '#db/testing/test-db';
import { userRow } from '#server/testing/user-row';
import { accountNumberCandidates, openAccount } from './open-account.ts';
import { entriesPage } from './statement.ts';
import { adjust, makeCustomer, NOON, send } from './testing/bank.ts';
import { payOutside, receiveFromOutside } from './testing/outside.ts';

test('a statement line names the party outside the bank, and only on the payment itself', async () => {
  const db = await testDb();
  const [ana, bruno] = [await makeCustomer(db), await makeCustomer(db, 'Bruno')];
  await adjust(db, ana.accountId, 1_000);
  await payOutside(db, ana, { amountCents: 300, name: 'Padaria Sol', document: '11222333000181' });
  await receiveFromOutside(db, ana, { amountCents: 200, name: 'Carla Dias', document: '52998224725' });
  await receiveFromOutside(db, ana, { amountCents: 100, name: 'Sem documento', document: null });
  await send(db, ana.accountId, bruno.accountId, 50);
  const { entries } = await entriesPage(db, { accountIds: [ana.accountId] });
  expect(entries.map(({ amountCents, counterparty }) => [amountCents, counterparty])).toEqual([
    [-50, { name: 'Bruno', document: expect.stringContaining('***'), accountNumber: bruno.accountNumber }],
    [100, { name: 'Sem documento', document: '', accountNumber: null }],
    [200, { name: 'Carla Dias', document: '***.982.247-**', accountNumber: null }],
    [-300, { name: 'Padaria Sol', document: '11.222.333/0001-81', accountNumber: null }],
    [1_000, null],
  ]);
});

test('a statement line names a company with its CNPJ', async () => {
  const db = await testDb();
  const ana = await makeCustomer(db);
  const company = userRow({ fullName: 'Sol Comércio', cnpj: '11222333000181', createdAt: NOON });
  const opened = await db.transaction(async (tx) => {
    await tx.insert(tx.tables.users).values(company);
    const candidates = accountNumberCandidates();
    return openAccount(tx, { userId: company.id, accountType: 'checking', candidates, createdAt: NOON });
  });
  await adjust(db, ana.accountId, 100);
  await send(db, ana.accountId, opened.id, 10);
  const [line] = (await entriesPage(db, { accountIds: [ana.accountId] })).entries;
  expect(line?.counterparty).toEqual({
    name: 'Sol Comércio',
    document: '11.222.333/0001-81',
    accountNumber: opened.accountNumber,
  });
});
