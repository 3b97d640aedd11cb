/** @module-tag postgres */
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { race } from '#db/testing/race-test';
import { ATTEMPT_LIMITS } from '#domain/limits';
import { alone } from '#server/access/caller-share';
import { test } from '#server/testing/bank-test';
import { codeOf, refusalOf, settledCodes } from '#server/testing/refusal-of';
import { countAttempt, isFull, withdrawAttempt } from './attempts.ts';

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

test('an IPv6 address counts for its /56, too, where neither refused nor withdrawn calls use up anything', async ({
  bank,
}) => {
  const { max, windowSeconds } = ATTEMPT_LIMITS.cep;
  const { attempts } = bank.db.tables;
  const rows = async () =>
    Object.fromEntries((await bank.db.select().from(attempts)).map(({ bucket, count }) => [bucket, count]));
  const from = (network: string, weight = 1) =>
    codeOf(countAttempt(bank, 'cep', `2001:db8:1:${network}::1`, weight));
  await countAttempt(bank, 'cep', '2001:db8:1:1::1', max);
  expect(await from('1')).toBe('TOO_MANY_ATTEMPTS');
  expect(await rows()).toEqual({ 'cep:2001:db8:1:1': max, 'cep:2001:db8:1:00/56': max });
  await countAttempt(bank, 'cep', '2001:db8:1:2::1', 2 * max);
  expect(await isFull(bank, 'cep', '2001:db8:1:3::1')).toBe(true);
  expect(await from('3')).toBe('TOO_MANY_ATTEMPTS');
  expect(Object.keys(await rows())).toHaveLength(3);
  await withdrawAttempt(bank, 'cep', '2001:db8:1:2::1');
  await countAttempt(bank, 'cep', '2001:db8:1:3::1');
  expect(await from('4')).toBe('TOO_MANY_ATTEMPTS');
  await countAttempt(bank, 'cep', '2001:db8:1:100::1');
  bank.clock.passSeconds(windowSeconds);
  await countAttempt(bank, 'cep', '2001:db8:1:4::1');
});

test('an IPv4 address, a user and this machine have one count', async ({ bank }) => {
  const everybody = ['192.0.2.7', 'ana', 'ana/tokens', '::1'];
  for (const who of everybody) await countAttempt(bank, 'cep', who);
  expect(await bank.db.$count(bank.db.tables.attempts)).toBe(everybody.length);
});

const inSession = (session: string) => ({ name: 'ana', session });

test('a session’s share begins with the window of all sessions of its user: none has two in one', async ({
  bank,
}) => {
  const { max, windowSeconds } = ATTEMPT_LIMITS.confirmationCode;
  const count = (session: string, weight = 1) =>
    countAttempt(bank, 'confirmationCode', inSession(session), weight);
  await count('own');
  bank.clock.passSeconds(windowSeconds - 10);
  await count('stolen');
  bank.clock.passSeconds(20);
  await count('own');
  await count('stolen', max);
  bank.clock.passSeconds(windowSeconds - 20);
  expect(await refusalOf(count('stolen'))).toMatchObject({ status: 429, retryAfterSeconds: 20 });
  await count('own', max - 1);
  bank.clock.passSeconds(20);
  await count('stolen');
});

test(
  'a share is not exceeded by calls at the same time, and what is withdrawn is withdrawn of both counts',
  race(),
  async ({ bank }) => {
    const { max } = ATTEMPT_LIMITS.emailChange;
    const { attempts } = bank.db.tables;
    const counts = async () =>
      Object.fromEntries((await bank.db.select().from(attempts)).map(({ bucket, count }) => [bucket, count]));
    const who = inSession('stolen');
    const codes = await settledCodes(
      Array.from({ length: 4 * max }, () => countAttempt(bank, 'emailChange', who)),
    );
    expect(codes.filter((code) => code === 'done')).toHaveLength(max);
    expect(await counts()).toEqual({ 'emailChange:ana/stolen': max, 'emailChange:ana': max });
    await withdrawAttempt(bank, 'emailChange', who);
    expect(await counts()).toEqual({ 'emailChange:ana/stolen': max - 1, 'emailChange:ana': max - 1 });
    await countAttempt(bank, 'emailChange', alone('ana/tokens'));
  },
);
