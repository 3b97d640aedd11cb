/** @module-tag postgres */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { desc, eq, like } from 'drizzle-orm';
import { expect } from 'vitest';
import { ATTEMPT_LIMITS, ENTRIES_PER_ATTEMPT } from '#domain/limits';
import { countAttempt } from '#server/auth/attempts';
import { turnOfReader } from '#server/kernel/in-turn';
import { tamper } from '#server/ledger/testing/tamper';
import { test } from '#server/testing/bank-test';
import { REQUEST } from '#server/testing/matrix-access';
import { refusalOf } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';

/** Gives the account entries that are neither income nor expense, which no transaction balances; returns what takes them away again. */
async function fillWithNeutral({ db }: TestBank, accountId: string, count: number) {
  const { entries } = db.tables;
  const [last] = await db
    .select()
    .from(entries)
    .where(eq(entries.accountId, accountId))
    .orderBy(desc(entries.seq))
    .limit(1);
  if (!last) throw new Error('the account has no entry');
  const [at, isNeutral] =
    db.engine === 'sqlite' ? [last.createdAt.getTime(), 1] : [`'${last.createdAt.toISOString()}'`, true];
  const rows = Array.from({ length: count }, (_, place) => {
    const [cents, credits] = [place % 2 === 0 ? 1 : -1, Math.ceil((place + 1) / 2)];
    const after = `${last.balanceAfterCents + Math.max(cents, 0)}, ${last.creditsAfterCents + credits}`;
    return `('${accountId}', ${last.seq + 1 + place}, '${last.transactionId}', ${cents}, ${after}, ${at}, ${isNeutral})`;
  });
  await tamper(
    db,
    `insert into entries (account_id, seq, transaction_id, amount_cents, balance_after_cents, credits_after_cents, created_at, is_neutral) values ${rows.join()}`,
  );
  return () => tamper(db, `delete from entries where account_id = '${accountId}' and seq > ${last.seq}`);
}

test('a month with many entries that are neither income nor expense counts as several reviews, and one with few is not counted', async ({
  bank,
  ana,
}) => {
  const { attempts } = bank.db.tables;
  const counted = async () =>
    (await bank.db.select().from(attempts).where(like(attempts.bucket, 'monthReview:%')))[0]?.count ?? 0;
  const { max } = ATTEMPT_LIMITS.monthReview;
  const summary = () => ana.call.account.monthSummary({});
  const before = await summary();
  const few = await fillWithNeutral(bank, ana.accountId, 100);
  expect(await summary()).toEqual(before);
  expect(await counted()).toBe(0);
  await few();
  const many = await fillWithNeutral(bank, ana.accountId, 2 * ENTRIES_PER_ATTEMPT);
  expect(await summary()).toEqual(before);
  expect(await counted()).toBe(2);
  await countAttempt(bank, 'monthReview', ana.user.id, max - 4);
  await summary();
  expect(await refusalOf(summary())).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
  await many();
});

test('the months of one customer are summed one at a time, and other customers do not wait', async ({
  ana,
  bruno,
}) => {
  let goOn = () => {};
  const held = turnOfReader({ user: ana.user, request: REQUEST })(
    () => new Promise<void>((done) => (goOn = done)),
  );
  let answered = 0;
  const asked = ana.call.account.monthSummary({}).then(() => {
    answered += 1;
  });
  await bruno.call.account.monthSummary({});
  for (let turn = 0; turn < 200; turn += 1) await nextTurn();
  expect(answered).toBe(0);
  goOn();
  await Promise.all([held, asked]);
});
