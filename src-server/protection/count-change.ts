import type { Tx } from '#db/db';
import type { Refusal } from '#domain/refusal';
import { sharerOf } from '#server/access/caller-share';
import { countInTransaction, isCounted } from '#server/auth/attempts';
import type { SessionContext } from '#server/kernel/context';

/**
 * Counts a change of limits or protection. What weakens needs a proof (`missing`: what its lack refuses). What strengthens has tries of its
 * own without one, and then needs it too: whoever stole a session cannot use up the tries that its owner has with a proof. Refuses
 * REAUTHENTICATE, TOO_MANY_ATTEMPTS.
 */
export async function countChange(
  tx: Tx,
  ctx: SessionContext,
  { weakens, missing }: { weakens: boolean; missing: Refusal | null },
): Promise<void> {
  if (!weakens && (await isCounted(tx, ctx, 'strengthening', ctx.user.id))) return;
  if (missing) throw missing;
  await countInTransaction(tx, ctx, 'limitChange', sharerOf(ctx));
}
