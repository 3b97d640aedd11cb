import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { LOGIN_CHALLENGE } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import type { Bank, Context } from '#server/kernel/context';

/** A challenge ties the second factor to the browser that gave the password; the database stores the token's SHA-256. */
const TOKEN = /^[\w-]{43}$/;

const idOf = (token: string): string => createHash('sha256').update(token).digest('hex');

export const newChallengeToken = (): string => randomBytes(32).toString('base64url');

/** Stores the challenge; the caller sets its cookie after the commit. */
export async function openChallenge(
  tx: Tx,
  ctx: Pick<Bank, 'clock'>,
  userId: string,
  token: string,
): Promise<void> {
  const now = ctx.clock.real();
  await tx.insert(tx.tables.loginChallenges).values({
    id: idOf(token),
    userId,
    attempts: 0,
    createdAt: now,
    expiresAt: secondsAfter(now, LOGIN_CHALLENGE.seconds),
  });
}

export const setChallengeCookie = (ctx: Pick<Context, 'cookies'>, token: string): void =>
  ctx.cookies.set('challenge', token, { maxAgeSeconds: LOGIN_CHALLENGE.seconds });

export type TriedChallenge = { id: string; userId: string };

/**
 * Counts a try and commits it before the code is checked, so that parallel requests gain none. Null: no cookie, or its
 * challenge is unknown, expired, used, or has no tries left.
 */
export async function takeTry(
  ctx: Pick<Context, 'db' | 'clock' | 'request'>,
): Promise<TriedChallenge | null> {
  const token = ctx.request.challengeToken;
  if (!token || !TOKEN.test(token)) return null;
  return ctx.db.transaction(async (tx) => {
    const { loginChallenges } = tx.tables;
    const [tried] = await tx
      .update(loginChallenges)
      .set({ attempts: sql`${loginChallenges.attempts} + 1` })
      .where(
        and(
          eq(loginChallenges.id, idOf(token)),
          isNull(loginChallenges.consumedAt),
          lt(loginChallenges.attempts, LOGIN_CHALLENGE.tries),
          gt(loginChallenges.expiresAt, ctx.clock.real()),
        ),
      )
      .returning({ id: loginChallenges.id, userId: loginChallenges.userId });
    return tried ?? null;
  });
}

export async function giveBackTry(bank: Pick<Bank, 'db'>, { id }: TriedChallenge): Promise<void> {
  await bank.db.transaction(async (tx) => {
    const { loginChallenges } = tx.tables;
    await tx
      .update(loginChallenges)
      .set({ attempts: sql`${loginChallenges.attempts} - 1` })
      .where(and(eq(loginChallenges.id, id), gt(loginChallenges.attempts, 0)));
  });
}

export async function consumeChallenge(
  tx: Tx,
  bank: Pick<Bank, 'clock'>,
  { id }: TriedChallenge,
): Promise<boolean> {
  const { loginChallenges } = tx.tables;
  const consumed = await tx
    .update(loginChallenges)
    .set({ consumedAt: bank.clock.real() })
    .where(and(eq(loginChallenges.id, id), isNull(loginChallenges.consumedAt)))
    .returning({ id: loginChallenges.id });
  return consumed.length === 1;
}
