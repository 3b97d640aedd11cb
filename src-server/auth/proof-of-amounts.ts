import type { Tx } from '#db/db';
import { REAUTHENTICATE_ABOVE_CENTS } from '#domain/limits';
import type { Refusal } from '#domain/refusal';
import { missingProof } from '#server/access/proof';
import type { SignedInContext } from '#server/kernel/context';
import { sumInWindow } from './attempts.ts';

/**
 * Production proof for amounts, which add up over 24 hours. Await it before the transaction; call the result inside,
 * after the accounts are locked. A decision has `missingProofOfAmounts` and `refuseUnproven` instead.
 */
export async function proofOfAmounts(
  ctx: SignedInContext,
  kind: 'reversed' | 'approved',
): Promise<(tx: Tx, amountCents: number) => Promise<void>> {
  const missing = await missingProofOfAmounts(ctx);
  return async (tx, amountCents) => {
    if (!ctx.env.isProduction) return;
    const sumCents = await sumInWindow(tx, ctx, kind, ctx.user.id, Math.abs(amountCents));
    refuseUnproven(missing, sumCents);
  };
}

/** `sumCents`: the amounts of 24 hours with this one. */
export function refuseUnproven(missing: Refusal | null, sumCents: number): void {
  if (missing && sumCents > REAUTHENTICATE_ABOVE_CENTS) throw missing;
}

/** What refuses amounts above the limit; null with a proof, and outside production. */
export const missingProofOfAmounts = (ctx: SignedInContext): Promise<Refusal | null> =>
  missingProof(ctx, { inProduction: 'sinceSignIn' });
