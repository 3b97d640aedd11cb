import { statusAt } from '#domain/charge/terms';
import { toDecimal } from '#domain/money';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import type { SignedInContext } from '#server/kernel/context';
import { advanceCharge } from './advance-charge.ts';
import { type ChargeAnswer, getCharge } from './charge-answer.ts';
import { lockCharge, writeCharge } from './charge-row.ts';

/**
 * From now on its page says so, and its code is removed at the provider, again until that is known. A payment that is on its way is booked all the
 * same: then the answer says `paid`. Refuses NOT_FOUND, CHARGE_NOT_OPEN.
 */
export async function cancelCharge(ctx: SignedInContext, { id }: { id: string }): Promise<ChargeAnswer> {
  await ctx.db.transaction(async (tx) => {
    const charge = await lockCharge(tx, id);
    if (charge?.userId !== ctx.user.id) refuse('NOT_FOUND');
    const status = statusAt(charge, ctx.clock.now());
    if (status !== 'open' && status !== 'making') refuse('CHARGE_NOT_OPEN');
    await writeCharge(tx, charge, {
      status: 'cancelled',
      concludedAt: ctx.clock.now(),
      // While its making is under way at the provider, there may be nothing to remove yet.
      nextLookAt: charge.nextLookAt ?? ctx.clock.real(),
    });
    await record(tx, ctx, {
      action: 'cancel_charge',
      entityId: id,
      changes: { amount: toDecimal(charge.amountCents) },
    });
  });
  await advanceCharge(ctx, id);
  return getCharge(ctx, { id });
}
