/** @module-tag postgres */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testDb } from '#db/testing/test-db';
import { isAccountNumber } from '#domain/account/number';
import { accountNumberCandidates, openAccount } from './open-account.ts';
import { makeCustomer, NOON } from './testing/bank.ts';

test('a new account is active, without overdraft, and has a number with its check digit', async () => {
  const db = await testDb();
  const ana = await makeCustomer(db);
  expect(isAccountNumber(ana.accountNumber)).toBe(true);
  const { accounts } = db.tables;
  expect(await db.select().from(accounts).where(eq(accounts.id, ana.accountId))).toEqual([
    {
      id: ana.accountId,
      userId: ana.userId,
      bankAccount: null,
      accountNumber: ana.accountNumber,
      accountType: 'checking',
      floorCents: 0,
      isActive: true,
      inactiveReason: null,
      createdAt: NOON,
    },
  ]);
});

test('opening an account skips numbers in use, and is BUSY when all candidates are in use', async () => {
  const db = await testDb();
  const ana = await makeCustomer(db);
  const [free = ''] = accountNumberCandidates(1);
  const open = (candidates: string[]) =>
    db.transaction((tx) =>
      openAccount(tx, { userId: ana.userId, accountType: 'savings', candidates, createdAt: NOON }),
    );
  expect((await open([ana.accountNumber, free])).accountNumber).toBe(free);
  await expect(open([ana.accountNumber, free])).rejects.toMatchObject({
    code: 'BUSY',
    details: { retryAfterSeconds: 1 },
  });
});

test('accounts opened at once with the same candidate numbers get different numbers', async () => {
  const db = await testDb();
  const ana = await makeCustomer(db);
  const candidates = accountNumberCandidates(4);
  const opened = await Promise.all(
    candidates.map(() =>
      db.transaction((tx) =>
        openAccount(tx, { userId: ana.userId, accountType: 'savings', candidates, createdAt: NOON }),
      ),
    ),
  );
  expect(opened.map((account) => account.accountNumber).sort()).toEqual(candidates.toSorted());
});

test.each(['investment', 'external'] as const)('a customer has one %s account', async (accountType) => {
  const db = await testDb();
  const [ana, bruno] = [await makeCustomer(db), await makeCustomer(db)];
  const open = (userId: string) =>
    db.transaction((tx) =>
      openAccount(tx, { userId, accountType, candidates: accountNumberCandidates(), createdAt: NOON }),
    );
  const settled = await Promise.allSettled([open(ana.userId), open(ana.userId), open(bruno.userId)]);
  expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
});
