/** @module-tag postgresInCi */
import { asc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { signedCredit } from '#server/credit/testing/loan';
import { LOAN, openCreditBank } from '#server/credit/testing/scene';
import { send } from '#server/ledger/testing/bank';
import { test } from '#server/testing/bank-test';
import { makeAdmin } from '#server/testing/people';
import type { TestBank } from '#server/testing/test-bank';

async function viewsIn({ db }: TestBank) {
  const { auditLog } = db.tables;
  const rows = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'view_user'))
    .orderBy(asc(auditLog.seq));
  return rows.map(({ userId, entityId, entityType }) => [userId, entityId, entityType]);
}

test('an administrator who reads one customer’s contacts leaves a row, which they see, once in ten minutes', async ({
  bank,
  admin,
  ana,
  bruno,
}) => {
  const read = (id: string) => admin.call.admin.contacts.list({ id });
  const seen = [admin.user.id, ana.user.id, 'user'];
  await Promise.all([1, 2, 3].map(() => read(ana.user.id)));
  expect(await viewsIn(bank)).toEqual([seen]);
  const { views } = await ana.call.auth.accessHistory({});
  expect(views).toMatchObject([{ byName: 'Helena Siqueira', action: 'view_user' }]);

  bank.clock.passSeconds(599);
  await read(ana.user.id);
  expect(await viewsIn(bank)).toEqual([seen]);
  const other = await makeAdmin(bank);
  await other.call.admin.contacts.list({ id: ana.user.id });
  await read(bruno.user.id);
  bank.clock.passSeconds(1);
  await read(ana.user.id);
  expect(await viewsIn(bank)).toEqual([
    seen,
    [other.user.id, ana.user.id, 'user'],
    [admin.user.id, bruno.user.id, 'user'],
    seen,
  ]);
  await ana.call.account.contacts();
  expect(await viewsIn(bank)).toHaveLength(4);
});

test('a search of the ledger that finds one customer’s account leaves a row; a text, several customers or nobody none', async ({
  bank,
  admin,
  ana,
  bruno,
}) => {
  await send(bank.db, ana.accountId, bruno.accountId, 1, { description: 'Mesada da Ana Moreira' });
  const search = (q?: string) => admin.call.admin.ledger.list({ ...(q !== undefined && { q }) });
  for (const q of [undefined, 'Mesada', 'o', 'ninguém']) await search(q);
  expect(await viewsIn(bank)).toEqual([]);
  expect((await search('Ana Moreira')).entries).toHaveLength(3);
  expect(await viewsIn(bank)).toEqual([[admin.user.id, ana.user.id, 'user']]);
  expect((await search(bruno.accountNumber)).entries).toHaveLength(1);
  await search(bruno.accountNumber);
  expect((await viewsIn(bank)).slice(1)).toEqual([[admin.user.id, bruno.user.id, 'user']]);
});

test('a CSV of the ledger leaves the row that its search leaves on the screen, also if it is broken off', async ({
  bank,
  admin,
  ana,
  bruno,
}) => {
  await send(bank.db, ana.accountId, bruno.accountId, 1, { description: 'Mesada da Ana Moreira' });
  const read = async (q: string | undefined, chunks = Number.POSITIVE_INFINITY) => {
    const { bytes } = await admin.call.admin.ledger.export({ ...(q !== undefined && { q }) });
    for await (const _ of bytes) if (--chunks === 0) break;
  };
  for (const q of [undefined, 'Mesada', 'o', 'ninguém']) await read(q);
  expect(await viewsIn(bank)).toEqual([]);
  await read(ana.accountNumber);
  const seen = [admin.user.id, ana.user.id, 'user'];
  expect(await viewsIn(bank)).toEqual([seen]);
  await read(bruno.accountNumber, 2);
  expect(await viewsIn(bank)).toEqual([seen, [admin.user.id, bruno.user.id, 'user']]);
});

test('a record, its limits or its contacts leave a row, and one together', async ({ bank, admin, ana }) => {
  const { contacts, users } = admin.call.admin;
  const reads = [users.get, users.limits, contacts.list].map((read) => () => read({ id: ana.user.id }));
  for (const [index, first] of reads.entries()) {
    await Promise.all([first(), first()]);
    expect(await viewsIn(bank)).toHaveLength(index + 1);
    for (const read of reads) await read();
    expect(await viewsIn(bank)).toHaveLength(index + 1);
    bank.clock.passSeconds(600);
  }
});

test('an administrator who reads a proposal, or searches a customer’s, leaves a row; the list and its customer none', async () => {
  const { bank, admin, ana, bruno } = await openCreditBank();
  for (const one of [ana, bruno]) await one.call.credit.proposals.create(LOAN);
  const { proposals } = await ana.call.credit.proposals.list({});
  await admin.call.credit.proposals.list({});
  expect(await viewsIn(bank)).toEqual([]);
  await admin.call.credit.proposals.list({ q: 'Ana Moreira' });
  const { proposals: all } = await admin.call.credit.proposals.list({});
  for (const { id } of all) await admin.call.credit.proposals.get({ id });
  expect(proposals).toHaveLength(1);
  expect(await viewsIn(bank)).toEqual([
    [admin.user.id, ana.user.id, 'user'],
    [admin.user.id, bruno.user.id, 'user'],
  ]);
});

test('an administrator who reads a transaction, or one credit’s instalments, leaves a row about each whose it is', async ({
  setup,
}) => {
  const { bank, admin, ana, bruno } = setup;
  const proposalId = await signedCredit(setup, { termMonths: 3 });
  const { transactionId: id } = await send(bank.db, ana.accountId, bruno.accountId, 1);
  bank.clock.passSeconds(600);
  const before = await viewsIn(bank);
  const about = async (read: () => Promise<unknown>) => {
    const known = (await viewsIn(bank)).length;
    for (const _ of ['first', 'again']) await read();
    return (await viewsIn(bank))
      .slice(known)
      .map(([by, of]) => [by === admin.user.id, of])
      .sort();
  };
  const { ledger } = admin.call.admin;
  const { schedules } = admin.call.credit;
  expect(await about(() => schedules({}))).toEqual([]);
  expect(await about(() => ana.call.credit.schedules({ proposalId }))).toEqual([]);
  expect(await about(() => schedules({ proposalId: 'none' }))).toEqual([]);
  expect(await about(() => schedules({ proposalId }))).toEqual([[true, ana.user.id]]);
  bank.clock.passSeconds(600);
  expect(await about(() => ledger.transaction({ id }))).toEqual(
    [ana, bruno].map(({ user }) => [true, user.id]).sort(),
  );
  expect(before).toEqual([]);
});

test('a search of accounts, investments or credit operations that finds one customer’s leaves a row; without a search none', async ({
  setup,
}) => {
  const { bank, ana, admin } = setup;
  const product = { name: 'CDB Vale 90', description: 'Renda fixa', minAmount: '10.00', annualRate: '12.00' };
  const { id } = await admin.call.investment.products.create({ ...product, termDays: 90 });
  await ana.call.investment.create({ productId: id, amount: '50.00' });
  await signedCredit(setup, { termMonths: 3 });
  const { credit, investment } = admin.call;
  const lists = [admin.call.admin.accounts.list, admin.call.account.list, investment.list];
  const searches = [...lists, credit.operations.list];
  bank.clock.passSeconds(600);
  const before = await viewsIn(bank);
  for (const list of searches) for (const input of [{}, { q: 'ninguém' }]) await list(input);
  expect(await viewsIn(bank)).toEqual(before);
  for (const [index, list] of searches.entries()) {
    await list({ q: 'Ana Moreira' });
    expect((await viewsIn(bank)).slice(before.length)).toHaveLength(index + 1);
    bank.clock.passSeconds(600);
  }
  expect((await viewsIn(bank)).at(-1)).toEqual([admin.user.id, ana.user.id, 'user']);
});
