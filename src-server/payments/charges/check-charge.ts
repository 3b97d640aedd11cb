import { refuse } from '#domain/refusal';
import { sharerOf } from '#server/access/caller-share';
import { countAttempt } from '#server/auth/attempts';
import type { SignedInContext } from '#server/kernel/context';
import { openedAccount } from '#server/onboarding/external-account';
import { answerOf } from '#server/provider/answer-of';
import { receive } from '../receive.ts';
import { type ChargeAnswer, getCharge } from './charge-answer.ts';
import { findCharge } from './charge-row.ts';
import { endRemoved } from './end-removed.ts';

/**
 * Asks the provider whether a charge that is not paid yet was paid, also one that is over, or removed, and books what it says without waiting for its event.
 * Refuses NOT_FOUND, TOO_MANY_ATTEMPTS, PROVIDER_*.
 */
export async function checkCharge(ctx: SignedInContext, { id }: { id: string }): Promise<ChargeAnswer> {
  const charge = (await findCharge(ctx.db, ctx.user.id, id)) ?? refuse('NOT_FOUND');
  if (charge.providerId !== null && charge.status !== 'paid') {
    await countAttempt(ctx, 'chargeCheck', sharerOf(ctx));
    const { external, account } = await openedAccount(ctx);
    const payment = answerOf(await account.payment(charge.providerId));
    await receive(ctx, external, payment);
    await endRemoved(ctx, payment);
  }
  return getCharge(ctx, { id });
}
