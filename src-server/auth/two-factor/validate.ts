import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '#db/db';
import type { TwoFactorCode, ValidateTwoFactorInput } from '#domain/auth/two-factor';
import { Refusal, refuse } from '#domain/refusal';
import type { Context } from '#server/kernel/context';
import { countAttempt, countHashing, withdrawAttempt } from '../attempts.ts';
import { consumeChallenge, giveBackTry, type TriedChallenge, takeTry } from '../challenge.ts';
import { knownDevice } from '../device.ts';
import { givingBack } from '../giving-back.ts';
import { completeLogin } from '../open-login.ts';
import { type UserRow, userAnswer, userSchema } from '../user-answer.ts';
import { queueBackupCodeMail } from './backup-code-mail.ts';
import { verifyDummyCode } from './backup-codes.ts';
import {
  afterRecovery,
  type CountedTry,
  countTry,
  findProof,
  inUnknownBrowser,
  type Proof,
  queueLastTryMail,
  spendProof,
} from './proof.ts';

export const validateAnswerSchema = z.object({ user: userSchema });

type Tried = CountedTry & { challenge: TriedChallenge; user: UserRow; countedAs: string; isKnown: boolean };

/**
 * Every failure is TWO_FACTOR_INVALID in the same time. Refuses BUSY, and TOO_MANY_ATTEMPTS for backup codes per
 * address.
 */
export async function validateTwoFactor(
  ctx: Context,
  { userId, given }: ValidateTwoFactorInput,
): Promise<z.output<typeof validateAnswerSchema>> {
  const tried = await tryChallenge(ctx, userId);
  if (!tried) {
    if (given.kind === 'backup') {
      const { counted } = await countHashing(ctx, 'address', ctx.request.ip);
      await verifyDummyCode(counted, given.code);
    }
    refuse('TWO_FACTOR_INVALID');
  }
  const { challenge, user, isLast } = tried;
  const proof = await givingBack(proofOf(ctx, tried, given), () => withdrawTry(ctx, tried));
  if (!proof) {
    if (isLast) await queueLastTryMail(ctx, user);
    refuse('TWO_FACTOR_INVALID');
  }
  await completeLogin(ctx, user, {
    claim: (tx) => claim(tx, ctx, user, challenge, proof),
    events: proof.kind === 'backup' ? [{ action: 'use_backup_code', entityId: user.id }] : [],
    secondFactor: proof.kind,
  });
  ctx.cookies.clear('challenge');
  return { user: userAnswer(user) };
}

/** A backup code costs a hash: from an unknown device it also counts per address. */
async function proofOf(
  ctx: Context,
  { counted, user, countedAs, isKnown }: Tried,
  given: TwoFactorCode,
): Promise<Proof | null> {
  if (given.kind === 'backup' && !isKnown) await countAttempt(ctx, 'address', ctx.request.ip);
  return findProof(ctx, counted, user, given, countedAs);
}

async function tryChallenge(ctx: Context, userId: string): Promise<Tried | null> {
  const challenge = await takeTry(ctx);
  if (!challenge) return null;
  if (challenge.userId !== userId) {
    ctx.log.warn({ userId: challenge.userId }, 'a second factor was given for somebody else');
    return null;
  }
  const { users } = ctx.db.tables;
  const [user] = await ctx.db
    .select()
    .from(users)
    .where(and(eq(users.id, userId), eq(users.isActive, true)));
  if (!user || user.totpSecret === null) return null;
  const device = knownDevice(ctx.keys, ctx.request.deviceToken, user);
  const isKnown = device !== null;
  const countedAs = device ? `${userId}.${device}` : await inUnknownBrowser(ctx, userId);
  try {
    const tried = await countTry(ctx, countedAs, isKnown ? userId : undefined);
    return { challenge, user, countedAs, isKnown, ...tried };
  } catch (error) {
    if (error instanceof Refusal && error.code === 'TOO_MANY_ATTEMPTS') return null;
    throw error;
  }
}

async function withdrawTry(ctx: Context, { challenge, countedAs, user }: Tried): Promise<void> {
  await giveBackTry(ctx, challenge);
  await withdrawAttempt(ctx, 'secondFactor', countedAs);
  if (countedAs === afterRecovery(user.id)) await withdrawAttempt(ctx, 'secondFactorRecovered', user.id);
}

async function claim(
  tx: Tx,
  ctx: Context,
  user: UserRow,
  challenge: TriedChallenge,
  proof: Proof,
): Promise<true> {
  if (!(await spendProof(tx, ctx, proof))) refuse('TWO_FACTOR_INVALID');
  if (!(await consumeChallenge(tx, ctx, challenge))) refuse('TWO_FACTOR_INVALID');
  if (proof.kind === 'backup') await queueBackupCodeMail(tx, ctx, user);
  return true;
}
