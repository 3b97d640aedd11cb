import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { Tx } from '#db/db';
import type { TwoFactorCode } from '#domain/auth/two-factor';
import { ATTEMPT_LIMITS } from '#domain/limits';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import type { Context, SessionContext } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';
import { type Counted, countHashing, forgiveAttempt, isCounted, withdrawAttempt } from '../attempts.ts';
import { recoveredHere } from '../device.ts';
import { givingBack } from '../giving-back.ts';
import { guessesOf } from '../guesses-of.ts';
import { lockedRow, ownRow } from '../own-row.ts';
import type { UserRow } from '../user-answer.ts';
import {
  findBackupCode,
  type HashedCode,
  hashBackupCodes,
  newBackupCodes,
  spendBackupCode,
} from './backup-codes.ts';
import { decryptSecret, matchingStep } from './totp.ts';

/** A right code that is not spent yet. `countedAs`: the bucket of its attempt. */
export type Proof = { userId: string; countedAs: string } & (
  | { kind: 'app'; step: number }
  | { kind: 'backup'; codeId: string }
);

/** Bucket for wrong codes inside a session. */
export const insideSession = (ctx: Pick<SessionContext, 'user' | 'session'>): string =>
  `${guessesOf(ctx)}.session`;

/**
 * Bucket for wrong codes in a browser that is not known: all share one, which a stranger with a stolen password uses up, but for five tries a
 * day after a recovery.
 */
export async function inUnknownBrowser(ctx: Context, userId: string): Promise<string> {
  const isApart =
    recoveredHere(ctx, userId) !== null &&
    (await ctx.db.transaction((tx) => isCounted(tx, ctx, 'secondFactorRecovered', userId)));
  return isApart ? afterRecovery(userId) : `${userId}.unknown`;
}

export const afterRecovery = (userId: string): string => `${userId}.recovered`;

export type CountedTry = { counted: Counted; isLast: boolean };

/** Counts a try before verification; `known`: the user who signed in on this device before. Refuses TOO_MANY_ATTEMPTS. */
export async function countTry(ctx: Context, countedAs: string, known?: string): Promise<CountedTry> {
  const { count, counted } = await countHashing(ctx, 'secondFactor', countedAs, { known });
  return { counted, isLast: count >= ATTEMPT_LIMITS.secondFactor.max };
}

/** Ten new backup codes, after a right code: a refusal gives its try back. Refuses TOO_MANY_ATTEMPTS, BUSY. */
export async function newHashedCodes(
  ctx: SessionContext,
  countedAs: string,
): Promise<{ codes: string[]; hashed: HashedCode[] }> {
  const codes = newBackupCodes();
  const hash = async () => {
    const { counted } = await countHashing(ctx, 'hash', ctx.user.id, { hashes: codes.length });
    return hashBackupCodes(counted, ctx.keys, ctx.user.id, codes);
  };
  return { codes, hashed: await keepingTry(ctx, countedAs, hash()) };
}

const keepingTry = <T>(ctx: Context, countedAs: string, work: Promise<T>): Promise<T> =>
  givingBack(work, () => withdrawAttempt(ctx, 'secondFactor', countedAs));

/** Mails the owner once when the day's last try was wrong. */
export async function queueLastTryMail(ctx: Context, user: UserRow): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await queueMessage(tx, ctx, 'two_factor_blocked', user, ctx);
    await record(tx, ctx, { action: 'block_two_factor', entityId: user.id });
  });
}

export async function findProof(
  ctx: Context,
  counted: Counted,
  user: UserRow,
  { kind, code }: TwoFactorCode,
  countedAs: string,
): Promise<Proof | null> {
  const found = { userId: user.id, countedAs };
  if (kind === 'backup') {
    const codeId = await findBackupCode(counted, ctx, user.id, code);
    return codeId === null ? null : { ...found, kind, codeId };
  }
  const secret = secretOf(ctx, user);
  const step = secret && matchingStep(secret, code, ctx.clock.real());
  if (step === null || (user.totpLastStep !== null && step <= user.totpLastStep)) return null;
  return { ...found, kind, step };
}

/** A secret that cannot be decrypted proves nothing; it is logged. */
function secretOf(ctx: Context, user: UserRow): Uint8Array | null {
  if (user.totpSecret === null) return null;
  try {
    return decryptSecret(ctx.keys, user.totpSecret, 'users', user.id);
  } catch (error) {
    ctx.log.error({ err: error, userId: user.id }, 'a two-factor secret cannot be decrypted');
    return null;
  }
}

/** Locks the user's row. False when the code was spent or two-factor turned off meanwhile. */
export async function spendProof(tx: Tx, ctx: Context, proof: Proof): Promise<boolean> {
  await lockedRow(tx, proof.userId);
  const isSpent =
    proof.kind === 'app' ? await takeStep(tx, proof) : await spendBackupCode(tx, ctx, proof.codeId);
  if (isSpent) await forgiveAttempt(tx, 'secondFactor', proof.countedAs);
  return isSpent;
}

async function takeStep(tx: Tx, { userId, step }: { userId: string; step: number }): Promise<boolean> {
  const { users } = tx.tables;
  const taken = await tx
    .update(users)
    .set({ totpLastStep: step })
    .where(
      and(
        eq(users.id, userId),
        isNotNull(users.totpSecret),
        or(isNull(users.totpLastStep), lt(users.totpLastStep, step)),
      ),
    )
    .returning({ id: users.id });
  return taken.length === 1;
}

export async function proveFactor(
  ctx: Context,
  user: UserRow,
  given: TwoFactorCode,
  countedAs: string,
): Promise<Proof> {
  const { counted, isLast } = await countTry(ctx, countedAs);
  const proof = await keepingTry(ctx, countedAs, findProof(ctx, counted, user, given, countedAs));
  if (proof) return proof;
  if (isLast) await queueLastTryMail(ctx, user);
  refuse('TWO_FACTOR_CODE');
}

/** For a signed-in user; also refuses TWO_FACTOR_NOT_ENABLED. */
export async function proveAgain(
  ctx: SessionContext,
  given: TwoFactorCode,
): Promise<{ user: UserRow; proof: Proof }> {
  const user = await ownRow(ctx.db, ctx.user.id);
  if (user.totpSecret === null) refuse('TWO_FACTOR_NOT_ENABLED');
  return { user, proof: await proveFactor(ctx, user, given, insideSession(ctx)) };
}
