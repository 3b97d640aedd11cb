import { refuse } from '#domain/refusal';
import { requireFreshProof } from '#server/access/fresh-proof';
import type { SignedInContext } from '#server/kernel/context';
import { readProtections } from './standing-facts.ts';

/** For changes that decide where money goes. Where the rules hold, refuses TOKEN_NOT_ALLOWED and, without a fresh proof, REAUTHENTICATE. */
export async function requireProofUnderRules(ctx: SignedInContext): Promise<void> {
  const { env, db, user, session } = ctx;
  const own = env.MONEY_RULES === 'standard' ? null : (await readProtections(db, [user.id])).get(user.id);
  if (env.MONEY_RULES !== 'standard' && !own?.rulesSince) return;
  if (!session) refuse('TOKEN_NOT_ALLOWED');
  await requireFreshProof({ ...ctx, session });
}
