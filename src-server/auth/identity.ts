import type { Tx } from '#db/db';
import type { IdentityInput } from '#domain/auth/identity';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import type { Context } from '#server/kernel/context';
import { acceptGuess, type Guess } from './attempts.ts';
import { lockedRow } from './own-row.ts';
import { tellOfBackupCode } from './two-factor/backup-code-told.ts';
import { type Proof, proveFactor, spendProof } from './two-factor/proof.ts';
import type { UserRow } from './user-answer.ts';
import { verifyGuess } from './verify-guess.ts';

/** Somebody who proved who they are, as their row was then; the code is not spent yet. `factor` null: none was given. */
export type Identity = { user: UserRow; factor: Proof | null };

/** Where wrong passwords and wrong codes are counted. */
type Counts = { guess: Guess; codes: string };

/**
 * Proves who somebody is by the password and, if they have a second factor and gave it, by a code of it; the code is not
 * looked at before the password was right. Before the transaction, since verifying takes its time. Refuses INVALID_PASSWORD,
 * TWO_FACTOR_CODE, TOO_MANY_ATTEMPTS, BUSY.
 */
export async function proveIdentity(
  ctx: Context,
  user: UserRow,
  { password, code }: IdentityInput,
  { guess, codes }: Counts,
): Promise<Identity> {
  if (!(await verifyGuess(ctx, guess, user.passwordHash, password))) refuse('INVALID_PASSWORD');
  await ctx.db.transaction((tx) => acceptGuess(tx, ctx, guess));
  const isAsked = user.totpSecret !== null && code !== undefined;
  return { user, factor: isAsked ? await proveFactor(ctx, user, code, codes) : null };
}

/**
 * Spends what was proven, in the commit of what it opens; locks the user's row, and answers it. Refuses INVALID_PASSWORD or
 * TWO_FACTOR_CODE when password or second factor were changed since, or the code was spent.
 */
export async function claimIdentity(tx: Tx, ctx: Context, { user, factor }: Identity): Promise<UserRow> {
  const now = await lockedRow(tx, user.id);
  if (now.passwordHash !== user.passwordHash) refuse('INVALID_PASSWORD');
  if ((now.totpSecret === null) !== (user.totpSecret === null)) refuse('TWO_FACTOR_CODE');
  if (!factor) return now;
  if (!(await spendProof(tx, ctx, factor))) refuse('TWO_FACTOR_CODE');
  if (factor.kind === 'backup') {
    await tellOfBackupCode(tx, ctx, user);
    await record(tx, { ...ctx, user }, { action: 'use_backup_code', entityType: 'user', entityId: user.id });
  }
  return now;
}
