/** @module-tag postgres */
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { ATTEMPT_LIMITS } from '#domain/limits';
import { test } from '#server/testing/bank-test';
import { codeOf } from '#server/testing/refusal-of';
import { countAttempt } from './attempts.ts';

test('a full window refuses without waiting for whoever counts in it, so that refused callers hold no connections', async ({
  bank,
}) => {
  const who = '192.0.2.7';
  await countAttempt(bank, 'cep', who, ATTEMPT_LIMITS.cep.max);
  const refused = () => codeOf(countAttempt(bank, 'cep', who));
  expect(await refused()).toBe('TOO_MANY_ATTEMPTS');
  // SQLite has one writer, and no connection that waits.
  if (bank.db.engine === 'sqlite') return;
  const { attempts } = bank.db.tables;
  const isIt = eq(attempts.bucket, `cep:${who}`);
  const counting = bank.db.transaction(async (tx) => {
    await tx.update(attempts).set({ blockedUntil: null }).where(isIt);
    await tx.select({ slept: sql`pg_sleep(2)::text` }).from(attempts).where(isIt);
    return 'counted';
  });
  await sleep(500);
  expect(await Promise.race([refused(), counting])).toBe('TOO_MANY_ATTEMPTS');
  await counting;
});
