import { eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { coverDirection } from '#domain/cover/words';
import { toDecimal } from '#domain/money';
import { Refusal } from '#domain/refusal';
import { findChecking } from '#server/account/holders';
import { record } from '#server/audit/record';
import type { SignedInContext } from '#server/kernel/context';
import { once } from '#server/ledger/once';
import { findExternal } from '#server/onboarding/external-account';
import { queueMessage, receiverOf } from '#server/outbox/queue-message';
import { moveOrder } from '#server/payments/move';
import { lockOrder } from '#server/payments/orders/order-row';
import { placeOrder } from '#server/payments/orders/place-order';
import { type CoveredRow, lockCovered } from './covered-row.ts';

/**
 * `fate` of the cover: it never arrived or was taken back, goes back, or stays in the paying account. `isKeyOfAnother`: another payment has
 * used the payment's key, so that this one can never be made.
 */
export type Failure = { reason: string; fate: 'never' | 'returning' | 'stays'; isKeyOfAnother?: boolean };

/** The cover cannot go back while the account is frozen, or when its money has been spent otherwise. */
const KEEPS_COVER = ['INSUFFICIENT_FUNDS', 'ACCOUNT_INACTIVE'];

/**
 * Ends a covered payment without the payment, and orders the cover back, in one commit. Uses up the payment's key, so
 * that no process can still pay; does nothing when the payment was made meanwhile. Not a decision: it is rare, and a
 * decision that does nothing would still be audited.
 */
export async function failCovered(ctx: SignedInContext, row: CoveredRow, failure: Failure): Promise<void> {
  try {
    await write(ctx, row, failure);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'IDEMPOTENCY_KEY_REUSED') return;
    if (failure.fate !== 'returning' || !KEEPS_COVER.includes(error.code)) throw error;
    await write(ctx, row, { ...failure, fate: 'stays' });
  }
}

const write = (ctx: SignedInContext, row: CoveredRow, failure: Failure): Promise<void> =>
  ctx.db.transaction((tx) => {
    // An order that was placed has used the key.
    const key = row.status === 'covering' && !failure.isKeyOfAnother ? row.paymentKey : undefined;
    const request = { failCovered: row.coverId };
    return once(tx, { actorId: row.userId, key, request, at: ctx.clock.now() }, () =>
      writeOnce(tx, ctx, row, failure),
    );
  });

async function writeOnce(
  tx: Tx,
  ctx: SignedInContext,
  seen: CoveredRow,
  { reason, fate: asked }: Failure,
): Promise<void> {
  const row = await lockCovered(tx, seen.coverId);
  if (row?.status !== seen.status) return;
  const fate = asked === 'returning' && !(await hasArrived(tx, row)) ? 'never' : asked;
  const returnId = fate === 'returning' ? await orderBack(tx, ctx, row) : null;
  const { coveredPayments } = tx.tables;
  await tx
    .update(coveredPayments)
    .set({ status: 'failed', failReason: reason, returnId, nextLookAt: null, concludedAt: ctx.clock.now() })
    .where(eq(coveredPayments.coverId, row.coverId));
  const owner = await receiverOf(tx, row.userId);
  await queueMessage(tx, ctx, 'covered_payment_failed', owner, { ...row, reason, fate });
  await record(tx, ctx, {
    action: 'fail_covered_payment',
    entityId: row.coverId,
    changes: { kind: row.kind, cover: toDecimal(row.coverCents), reason, returnId },
  });
}

/** Locked: the provider may take a cover back that had arrived. */
async function hasArrived(tx: Tx, { coverId }: CoveredRow): Promise<boolean> {
  return (await lockOrder(tx, coverId))?.status === 'done';
}

async function orderBack(tx: Tx, ctx: SignedInContext, row: CoveredRow): Promise<string> {
  const checking = await findChecking(tx, row.userId);
  const external = await findExternal(tx, row.userId);
  if (!checking || !external?.accountId) throw new Error(`user ${row.userId} lacks an account of the cover`);
  const direction = coverDirection(row.kind) === 'in' ? 'out' : 'in';
  const order = moveOrder({ direction, amount: row.coverCents }, checking.id, external.accountId);
  return placeOrder(tx, ctx, order);
}
