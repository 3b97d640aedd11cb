import type { UndoByLinkInput } from '#domain/protection/waiting-input';
import { refuse } from '#domain/refusal';
import { ownerContext } from '#server/audit/owner-context';
import type { Context, SignedInContext } from '#server/kernel/context';
import { giveReservedBack } from './end-reservation.ts';
import { readUndoToken } from './undo-link.ts';
import { findWaiting } from './waiting-row.ts';

/** Gives the money of a payment that waits back to the caller. Refuses NOT_FOUND, PAYMENT_NOT_WAITING. */
export async function undoPayment(ctx: SignedInContext, { id }: { id: string }): Promise<{ success: true }> {
  const waiting = await findWaiting(ctx.db, id);
  if (waiting?.userId !== ctx.user.id) refuse('NOT_FOUND');
  return giveReservedBack(ctx, { waiting, fate: 'undone', reason: null });
}

/** The same by the link of a letter, once. Refuses UNDO_LINK_INVALID, PAYMENT_NOT_WAITING. */
export async function undoPaymentByLink(
  ctx: Context,
  { token }: UndoByLinkInput,
): Promise<{ success: true }> {
  const id = readUndoToken(ctx.keys, token) ?? refuse('UNDO_LINK_INVALID');
  const waiting = (await findWaiting(ctx.db, id)) ?? refuse('UNDO_LINK_INVALID');
  const owner = await ownerContext(ctx, waiting.userId);
  return giveReservedBack({ ...owner, request: ctx.request }, { waiting, fate: 'undone', reason: null });
}
