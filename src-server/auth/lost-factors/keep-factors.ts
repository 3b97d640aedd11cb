import type { Tx } from '#db/db';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import type { SessionContext, SignedInContext } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';
import { atTrustedEmail } from '../email-hold.ts';
import { frozenSince } from '../freeze/frozen.ts';
import { lockedActive } from '../own-row.ts';
import type { UserRow } from '../user-answer.ts';
import { clearFactorsEnd } from './factors-end.ts';

const BY_THE_BANK = 'Sua conta está congelada: para manter os seus segundos fatores, fale com o atendimento';

/**
 * Takes back the request to end the caller's second factors. It gives nothing away, so it asks for no proof; but in a frozen account the
 * factors may be those of whoever it was frozen against. Refuses ACCOUNT_FROZEN_BY_OWNER, FACTORS_END_NOT_ASKED.
 */
export async function keepOwnFactors(ctx: SessionContext): Promise<{ success: true }> {
  await ctx.db.transaction(async (tx) => {
    const user = await lockedActive(tx, ctx.user.id);
    if ((await frozenSince(tx, user.id)) !== null) refuse('ACCOUNT_FROZEN_BY_OWNER', { text: BY_THE_BANK });
    await keepFactors(tx, ctx, user, null);
  });
  return { success: true };
}

/** `reason`: of an administrator; null: the customer's own wish. The user's row is locked. Refuses FACTORS_END_NOT_ASKED. */
export async function keepFactors(
  tx: Tx,
  ctx: SignedInContext,
  user: UserRow,
  reason: string | null,
): Promise<void> {
  if (!(await clearFactorsEnd(tx, user.id))) refuse('FACTORS_END_NOT_ASKED');
  await queueMessage(tx, ctx, 'factors_kept', await atTrustedEmail(tx, user, ctx.clock.real()), { reason });
  await record(tx, ctx, { action: 'keep_factors', entityId: user.id, changes: { reason } });
}
