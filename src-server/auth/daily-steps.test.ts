import { expect, vi } from 'vitest';
import { WRONG_PASSWORDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { newId } from '#server/kernel/id';
import { test } from '#server/testing/bank-test';
import type { TestBank } from '#server/testing/test-bank';
import { forgetExpired, startForgettingChallenges } from './daily-steps.ts';
import { forgetOldAttempts } from './tidy-attempts.ts';

/** Several pages, and one that is not full. */
const MANY = 1_203;

test('attempts are forgotten when their time is over, however many, and no others', async ({ bank }) => {
  const { attempts } = bank.db.tables;
  const now = bank.clock.real();
  const old = secondsAfter(now, -WRONG_PASSWORDS.forgetAfterSeconds);
  const row = (place: number) => ({
    bucket: `verify:${place}`,
    count: 1,
    windowStartedAt: place % 3 === 0 ? now : old,
    blockedUntil: null,
  });
  await bank.db.transaction((tx) =>
    tx.insertRows(
      attempts,
      Array.from({ length: MANY }, (_, n) => row(n)),
    ),
  );
  await forgetOldAttempts(bank);
  const left = await bank.db.select().from(attempts);
  expect(left.filter(({ bucket }) => bucket.startsWith('verify:'))).toHaveLength(MANY / 3);
  expect(left.every(({ windowStartedAt }) => windowStartedAt > old)).toBe(true);
});

async function askPasskeys(bank: TestBank): Promise<void> {
  const now = bank.clock.real();
  const rows = Array.from({ length: MANY }, (_, place) => ({
    id: newId(),
    purpose: 'login' as const,
    userId: null,
    sessionId: null,
    createdAt: now,
    expiresAt: secondsAfter(now, place % 3 === 0 ? 60 : -60),
    usedAt: null,
  }));
  await bank.db.transaction((tx) => tx.insertRows(tx.tables.passkeyChallenges, rows));
}

test('questions to passkeys are forgotten when they have expired, however many, and no others', async ({
  bank,
}) => {
  await askPasskeys(bank);
  await forgetExpired(bank);
  expect(await bank.db.$count(bank.db.tables.passkeyChallenges)).toBe(MANY / 3);
});

test('a running bank forgets them without waiting for the day’s end', async ({ bank }) => {
  await askPasskeys(bank);
  const forgetting = startForgettingChallenges(bank);
  try {
    await vi.waitFor(
      async () => expect(await bank.db.$count(bank.db.tables.passkeyChallenges)).toBe(MANY / 3),
      { timeout: 10_000 },
    );
  } finally {
    await forgetting.stop();
  }
});
