/** @module-tag postgres */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testDb } from '#db/testing/test-db';
import type { AccountRule } from '#domain/ledger/account-rule';
import { MAX_AMOUNT_CENTS } from '#domain/money';
import { Refusal } from '#domain/refusal';
import { newId } from '#server/kernel/id';
import { bankAccountId } from './bank-account.ts';
import { balanceOf, balancesOf } from './statement.ts';
import { adjust, fingerprint, makeCustomer, move, NOON, outcome, send } from './testing/bank.ts';

test('a posting moves money between accounts, and every entry carries its balance', async () => {
  const db = await testDb();
  const [ana, bruno] = [await makeCustomer(db), await makeCustomer(db)];
  await adjust(db, ana.accountId, 10_000);
  const posted = await send(db, ana.accountId, bruno.accountId, 2_550, {
    type: 'transfer',
    description: 'Aluguel',
    actorId: ana.userId,
    idempotencyKey: 'k',
  });
  const of = (accountId: string) => posted.entries.find((entry) => entry.accountId === accountId);
  expect(of(ana.accountId)).toEqual({
    accountId: ana.accountId,
    amountCents: -2_550,
    seq: 2,
    balanceAfterCents: 7_450,
  });
  expect(of(bruno.accountId)).toEqual({
    accountId: bruno.accountId,
    amountCents: 2_550,
    seq: 1,
    balanceAfterCents: 2_550,
  });
  const { transactions } = db.tables;
  expect(await db.select().from(transactions).where(eq(transactions.id, posted.transactionId))).toEqual([
    {
      id: posted.transactionId,
      type: 'transfer',
      amountCents: 2_550,
      description: 'Aluguel',
      actorId: ana.userId,
      idempotencyKey: 'k',
      reversesId: null,
      createdAt: NOON,
    },
  ]);
  expect(await balanceOf(db, ana.accountId)).toBe(7_450);
  const unknown = newId();
  expect(await balancesOf(db, [ana.accountId, bruno.accountId, unknown])).toEqual(
    new Map([
      [ana.accountId, 7_450],
      [bruno.accountId, 2_550],
      [unknown, 0],
    ]),
  );
  expect(await balancesOf(db, [])).toEqual(new Map());
  expect(await balanceOf(db, await bankAccountId(db, 'adjustments'))).toBe(-10_000);
});

test('a posting reaches frozen accounts and closed customers only if its rule allows it, and otherwise writes nothing', async () => {
  const db = await testDb();
  const [ana, bruno, carla] = [await makeCustomer(db), await makeCustomer(db), await makeCustomer(db)];
  const { accounts, users } = db.tables;
  for (const { accountId } of [ana, bruno]) await adjust(db, accountId, 10_000);
  const set = (id: string, isActive: boolean) =>
    db.transaction(
      async (tx) => void (await tx.update(accounts).set({ isActive }).where(eq(accounts.id, id))),
    );
  await set(bruno.accountId, false);
  const before = await fingerprint(db);
  const pay = (from: string, to: string, rule?: AccountRule) =>
    outcome(send(db, from, to, 1, rule ? { accounts: rule } : {}));
  expect(await pay(bruno.accountId, ana.accountId)).toBe('ACCOUNT_INACTIVE');
  expect(await pay(ana.accountId, bruno.accountId)).toBe('ACCOUNT_INACTIVE');
  const to = { reach: 'active', destination: 'DESTINATION_INACTIVE' } as const;
  expect(await pay(ana.accountId, bruno.accountId, to)).toBe('DESTINATION_INACTIVE');
  const also = { reach: 'active', also: [bruno.accountId] } as const;
  expect(await pay(ana.accountId, carla.accountId, also)).toBe('ACCOUNT_INACTIVE');
  expect(await fingerprint(db)).toBe(before);
  expect(await pay(ana.accountId, bruno.accountId, { reach: 'frozen' })).toBe('done');

  await db.transaction(async (tx) => {
    await tx.update(users).set({ closedAt: NOON }).where(eq(users.id, bruno.userId));
  });
  expect(await pay(ana.accountId, bruno.accountId, { reach: 'frozen' })).toBe('USER_CLOSED');
  expect(await pay(bruno.accountId, ana.accountId, { reach: 'frozen' })).toBe('done');
  expect(await pay(ana.accountId, bruno.accountId, { reach: 'any' })).toBe('done');
});

test('a posting may have more than two entries', async () => {
  const db = await testDb();
  const [ana, bruno, clara] = [await makeCustomer(db), await makeCustomer(db), await makeCustomer(db)];
  await adjust(db, ana.accountId, 1_000);
  await move(db, {
    type: 'payment',
    entries: [
      { accountId: clara.accountId, amountCents: 300 },
      { accountId: ana.accountId, amountCents: -1_000 },
      { accountId: bruno.accountId, amountCents: 700 },
    ],
  });
  const ids = [ana, bruno, clara].map(({ accountId }) => accountId);
  expect([...(await balancesOf(db, ids)).values()]).toEqual([0, 700, 300]);
});

test('the last cent can be spent but not one more, and a refused posting writes nothing', async () => {
  const db = await testDb();
  const [ana, bruno] = [await makeCustomer(db), await makeCustomer(db)];
  await adjust(db, ana.accountId, 100);
  const before = await fingerprint(db);
  expect(await outcome(send(db, ana.accountId, bruno.accountId, 101))).toBe('INSUFFICIENT_FUNDS');
  expect(await outcome(send(db, bruno.accountId, ana.accountId, 1))).toBe('INSUFFICIENT_FUNDS');
  expect(await outcome(adjust(db, ana.accountId, -101))).toBe('INSUFFICIENT_FUNDS');
  expect(await fingerprint(db)).toBe(before);
  expect(await outcome(send(db, ana.accountId, bruno.accountId, 100))).toBe('done');
  expect(await balanceOf(db, ana.accountId)).toBe(0);
});

test('an unbalanced posting throws and writes nothing', async () => {
  const db = await testDb();
  const ana = await makeCustomer(db);
  const cash = await bankAccountId(db, 'provider_cash');
  const before = await fingerprint(db);
  const to = (amountCents: number) => ({ accountId: ana.accountId, amountCents });
  const from = (amountCents: number) => ({ accountId: cash, amountCents });
  for (const entries of [
    [],
    [to(1)],
    [to(1), from(1)],
    [to(0), from(0)],
    [to(0.5), from(-0.5)],
    [to(1), to(-1)],
  ]) {
    await expect(move(db, { entries })).rejects.not.toBeInstanceOf(Refusal);
  }
  await expect(
    move(db, { entries: [to(MAX_AMOUNT_CENTS + 1), from(-MAX_AMOUNT_CENTS - 1)] }),
  ).rejects.not.toBeInstanceOf(Refusal);
  const unknown = { accountId: newId(), amountCents: 1 };
  await expect(move(db, { entries: [unknown, from(-1)] })).rejects.not.toBeInstanceOf(Refusal);
  expect(await fingerprint(db)).toBe(before);
});

test('an entry is never dated before the previous one, even when the clock is behind', async () => {
  const db = await testDb();
  const ana = await makeCustomer(db);
  await adjust(db, ana.accountId, 100, { createdAt: new Date('2026-11-20T15:00:00.005Z') });
  await adjust(db, ana.accountId, 100, { createdAt: new Date('2026-11-20T15:00:00.002Z') });
  const { entries } = db.tables;
  const rows = await db
    .select()
    .from(entries)
    .where(eq(entries.accountId, ana.accountId))
    .orderBy(entries.seq);
  expect(rows.map((row) => row.createdAt.toISOString())).toEqual([
    '2026-11-20T15:00:00.005Z',
    '2026-11-20T15:00:00.005Z',
  ]);
});

test('balances of the largest amounts stay exact', async () => {
  const db = await testDb();
  const [ana, bruno] = [await makeCustomer(db), await makeCustomer(db)];
  for (let times = 0; times < 3; times += 1) await adjust(db, ana.accountId, MAX_AMOUNT_CENTS);
  await send(db, ana.accountId, bruno.accountId, MAX_AMOUNT_CENTS - 1);
  expect(await balanceOf(db, ana.accountId)).toBe(2 * MAX_AMOUNT_CENTS + 1);
});
