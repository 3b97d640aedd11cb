/** @module-tag postgres */
import { expect, test } from 'vitest';
import { testDb } from '#db/testing/test-db';
import { bankAccountId } from './bank-account.ts';
import { post } from './post.ts';
import { lastBefore, lastBeforeEach, lastEntry } from './statement-rows.ts';
import { makeCustomer, pair } from './testing/bank.ts';

const at = (second: number) => new Date(Date.UTC(2026, 2, 10, 12, 0, second));

test('a new account has neither balance nor credits', async () => {
  const db = await testDb();
  const { accountId } = await makeCustomer(db);
  expect(await lastEntry(db, accountId)).toEqual({ seq: 0, balanceAfterCents: 0, creditsAfterCents: 0 });
});

test("asking for an account's balance at many moments gives the same as asking for each", async () => {
  const db = await testDb();
  const { accountId } = await makeCustomer(db);
  const adjustments = await bankAccountId(db, 'adjustments');
  const moments = Array.from({ length: 32 }, (_, second) => at(second));
  const each = () => Promise.all(moments.map((moment) => lastBefore(db, accountId, moment)));
  const nothing = { seq: 0, balanceAfterCents: 0, creditsAfterCents: 0 };
  expect(await lastBefore(db, accountId, at(0))).toEqual(nothing);
  expect(await lastBeforeEach(db, accountId, moments)).toEqual(moments.map(() => nothing));
  for (let n = 1; n <= 37; n += 1) {
    const second = Math.floor(n / 2) + Math.floor(n / 4);
    await db.transaction((tx) =>
      post(tx, {
        type: 'deposit',
        description: 'Depósito',
        createdAt: at(second),
        actorId: null,
        entries: pair(adjustments, accountId, n),
      }),
    );
    if (n < 6) expect(await lastBeforeEach(db, accountId, moments)).toEqual(await each());
  }
  const lastEntries = await lastBeforeEach(db, accountId, moments);
  expect(lastEntries).toEqual(await each());
  expect([lastEntries[0]?.seq, lastEntries.at(-1)?.seq]).toEqual([0, 37]);
  expect(new Set(lastEntries.map(({ seq }) => seq)).size).toBeGreaterThan(15);
  expect(await lastBeforeEach(db, accountId, [])).toEqual([]);
});
