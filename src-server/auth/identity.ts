import type { Tx } from '#db/db';
import type { IdentityInput } from '#domain/auth/identity';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import type { Context } from '#server/kernel/context';
import { acceptGuess, type Guess } from './attempts.ts';
import { lockedRow } from './own-row.ts';
import { queueBackupCodeMail } from './two-factor/backup-code-mail.ts';
import { type Proof, proveFactor, spendProof } from './two-factor/proof.ts';
import type { UserRow } from './user-answer.ts';
import { verifyGuess } from './verify-guess.ts';

/** A proven user, as their row was then; the code is not spent yet. `factor` null: none given. */
export type Identity = { user: UserRow; factor: Proof | null };

type Buckets = { guess: Guess; codes: string };

/**
 * Checks the code only after the password. Call before the transaction. Refuses INVALID_PASSWORD, TWO_FACTOR_CODE,
 * TOO_MANY_ATTEMPTS, BUSY.
 */
export async function proveIdentity(
  ctx: Context,
  user: UserRow,
  { password, code }: IdentityInput,
  { guess, codes }: Buckets,
): Promise<Identity> {
  if (!(await verifyGuess(ctx, guess, user.passwordHash, password))) refuse('INVALID_PASSWORD');
  await ctx.db.transaction((tx) => acceptGuess(tx, ctx, guess));
  const isAsked = user.totpSecret !== null && code !== undefined;
  return { user, factor: isAsked ? await proveFactor(ctx, user, code, codes) : null };
}

/** Spends the proof and locks the user's row. Refuses INVALID_PASSWORD or TWO_FACTOR_CODE after a concurrent change. */
export async function claimIdentity(tx: Tx, ctx: Context, { user, factor }: Identity): Promise<UserRow> {
  const current = await lockedRow(tx, user.id);
  if (current.passwordHash !== user.passwordHash) refuse('INVALID_PASSWORD');
  if ((current.totpSecret === null) !== (user.totpSecret === null)) refuse('TWO_FACTOR_CODE');
  if (!factor) return current;
  if (!(await spendProof(tx, ctx, factor))) refuse('TWO_FACTOR_CODE');
  if (factor.kind === 'backup') {
    await queueBackupCodeMail(tx, ctx, user);
    await record(tx, { ...ctx, user }, { action: 'use_backup_code', entityId: user.id });
  }
  return current;
}
