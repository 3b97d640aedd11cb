import { hash, randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { AssertionInput } from '#domain/auth/passkey';
import { PASSKEYS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import type { PasskeyPurpose } from '#domain/protection/words';
import { refuse } from '#domain/refusal';
import type { Context } from '#server/kernel/context';
import { isOpenAt } from '../one-time.ts';

const idOf = (challenge: string): string => hash('sha256', challenge);

/** 32 random bytes, in base64url, for one answer. A sign-in belongs to nobody yet, the others to this session. */
export async function openChallenge(ctx: Context, purpose: PasskeyPurpose): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  const createdAt = ctx.clock.real();
  await ctx.db.transaction(async (tx) => {
    await tx.insert(tx.tables.passkeyChallenges).values({
      ...{ id: idOf(challenge), purpose, ...ownerOf(ctx, purpose), createdAt, usedAt: null },
      expiresAt: secondsAfter(createdAt, PASSKEYS.challengeSeconds),
    });
  });
  return challenge;
}

/**
 * Spends, in its own commit, the challenge that the answer names, whether or not the answer is right. Returns it. Refuses
 * PASSKEY_REFUSED when it is unknown, used or expired, or was for something or somebody else.
 */
export async function spendChallenge(
  ctx: Context,
  purpose: PasskeyPurpose,
  answer: Pick<AssertionInput, 'clientDataJSON'>,
): Promise<string> {
  const challenge = challengeIn(answer);
  if (challenge === null) refuse('PASSKEY_REFUSED');
  const { userId, sessionId } = ownerOf(ctx, purpose);
  const now = ctx.clock.real();
  const spent = await ctx.db.transaction((tx) => {
    const { passkeyChallenges } = tx.tables;
    return tx
      .update(passkeyChallenges)
      .set({ usedAt: now })
      .where(
        and(
          eq(passkeyChallenges.id, idOf(challenge)),
          eq(passkeyChallenges.purpose, purpose),
          isOpenAt(passkeyChallenges, now),
          userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId),
          sessionId === null ? undefined : eq(passkeyChallenges.sessionId, sessionId),
        ),
      )
      .returning({ id: passkeyChallenges.id });
  });
  if (spent.length === 0) refuse('PASSKEY_REFUSED');
  return challenge;
}

const ownerOf = ({ user, session }: Context, purpose: PasskeyPurpose) =>
  purpose === 'login'
    ? { userId: null, sessionId: null }
    : {
        userId: user?.id ?? refuse('UNAUTHENTICATED'),
        sessionId: session?.publicId ?? refuse('UNAUTHENTICATED'),
      };

/** Null when the client data is not what a browser makes. */
function challengeIn({ clientDataJSON }: Pick<AssertionInput, 'clientDataJSON'>): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}
