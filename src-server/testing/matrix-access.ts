import { eq } from 'drizzle-orm';
import { newTokenSecret, tokenHashOf } from '#server/auth/access-token';
import { newChallengeToken, openChallenge } from '#server/auth/challenge';
import { newSessionToken, openSession } from '#server/auth/session';
import type { Actor as Person } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import type { TestBank } from '#server/testing/test-bank';

export async function session(bank: TestBank, user: Person) {
  const secret = newSessionToken();
  const ctx = { clock: bank.clock, session: null, request: REQUEST };
  const { publicId } = await bank.db.transaction(async (tx) => {
    const opened = await openSession(tx, ctx, user, secret);
    // As if its proof had been asked for after the sign-in.
    const createdAt = new Date(bank.clock.real().getTime() - 1000);
    await tx
      .update(tx.tables.sessions)
      .set({ createdAt })
      .where(eq(tx.tables.sessions.publicId, opened.publicId));
    return opened;
  });
  return { publicId, headers: { cookie: `session=${secret}`, 'x-requested-with': 'test' } };
}

export async function halfLoggedIn(bank: TestBank, userId: string): Promise<Record<string, string>> {
  const secret = newChallengeToken();
  await bank.db.transaction((tx) => openChallenge(tx, bank, userId, secret));
  return { cookie: `challenge=${secret}`, 'x-requested-with': 'test' };
}

const NO_TOKENS = { deviceToken: null, challengeToken: null, sessionToken: null, bearerToken: null };
export const REQUEST = { id: 'test', ip: '203.0.113.7', userAgent: 'vitest', ...NO_TOKENS };

export async function token(bank: TestBank, userId: string, mayMoveMoney: boolean) {
  const secret = newTokenSecret();
  const now = bank.clock.real();
  const row = {
    id: newId(),
    userId,
    name: 'Script',
    tokenHash: tokenHashOf(secret),
    mayMoveMoney,
    createdAt: now,
    expiresAt: new Date(now.getTime() + 3_600_000),
    lastUsedAt: now,
    revokedAt: null,
  };
  await bank.db.transaction(async (tx) => {
    await tx.insert(tx.tables.accessTokens).values(row);
  });
  return { id: row.id, headers: { authorization: `Bearer ${secret}` } };
}
