import { and, eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { secondsAfter, secondsSince } from '#domain/moment';
import { outcomeOf, pauseSeconds } from '#domain/pix/order';
import { Refusal } from '#domain/refusal';
import { isClockAhead } from '#server/kernel/clock-watch';
import type { SignedInContext } from '#server/kernel/context';
import { REFUSALS } from '#server/kernel/refusals';
import { queueMessage, receiverOf } from '#server/outbox/queue-message';
import { findOrder, type OrderRow } from '#server/payments/orders/order-row';
import { GAVE_UP, GIVE_UP_SECONDS, isPassing } from '#server/payments/orders/passing';
import { askedIn, type CoveredRow, findCovered, paymentIn } from './covered-row.ts';
import { type Failure, failCovered } from './fail-covered.ts';
import { type Answer, orderOf, payDirectly } from './pay-directly.ts';

/** `isAnswering`: the customer waits for the answer and needs no notification. */
type Waiting = { isAnswering: boolean };

/** Takes a covered payment as far as it goes now. Safe to repeat, and in several processes. */
export async function advance(ctx: SignedInContext, id: string, waiting: Waiting): Promise<void> {
  const row = await findCovered(ctx.db, id);
  if (row?.status === 'covering') await afterCover(ctx, row, waiting);
  else if (row?.status === 'paying') await afterOrder(ctx, row);
}

async function afterCover(ctx: SignedInContext, row: CoveredRow, waiting: Waiting): Promise<void> {
  const cover = await findOrder(ctx.db, row.coverId);
  if (!cover) throw new Error(`cover ${row.coverId} is not an order`);
  if (outcomeOf(cover.status) === 'processing') return;
  const failure = await whyNotPaid(ctx, row, cover);
  if (failure) {
    await failCovered(ctx, row, failure);
    // A payment that was made before is concluded.
    if ((await findCovered(ctx.db, row.coverId))?.status !== row.status) return;
  }
  try {
    const payer = { ...ctx, askedBefore: askedIn(row), answersNobody: !waiting.isAnswering };
    await conclude(ctx, row, await payDirectly(payer, paymentIn(row), row.paymentKey), waiting);
  } catch (error) {
    await afterRefusal(ctx, row, error, secondsSince(cover.concludedAt ?? ctx.clock.now(), ctx.clock.now()));
  }
}

/** Its cover did not arrive, or access ended or a restore came while the cover was under way. */
async function whyNotPaid(
  ctx: SignedInContext,
  { userId, failReason }: CoveredRow,
  cover: OrderRow,
): Promise<Failure | null> {
  if (outcomeOf(cover.status) === 'failed') return { reason: cover.failReason ?? '', fate: 'never' };
  if (failReason !== null) return { reason: failReason, fate: 'returning' };
  if (await isActive(ctx, userId)) return null;
  return { reason: REFUSALS.USER_INACTIVE.text, fate: 'returning' };
}

async function isActive({ db }: SignedInContext, userId: string): Promise<boolean> {
  const { users } = db.tables;
  const active = and(eq(users.id, userId), eq(users.isActive, true));
  return (await db.$count(users, active)) > 0;
}

async function afterRefusal(
  ctx: SignedInContext,
  row: CoveredRow,
  error: unknown,
  ageSeconds: number,
): Promise<void> {
  const refusal = error instanceof Refusal ? error : null;
  if (refusal && !isPassing(refusal)) {
    const reason = refusal.details.text ?? REFUSALS[refusal.code].text;
    const isKeyOfAnother = refusal.code === 'IDEMPOTENCY_KEY_REUSED';
    return failCovered(ctx, row, { reason, fate: 'returning', isKeyOfAnother });
  }
  if (ageSeconds >= GIVE_UP_SECONDS && !(await isClockAhead(ctx)))
    return failCovered(ctx, row, { reason: GAVE_UP, fate: 'returning' });
  const nextLookAt = secondsAfter(ctx.clock.real(), pauseSeconds(ageSeconds));
  await ctx.db.transaction((tx) => update(tx, row, { nextLookAt }));
  if (!refusal) throw error;
}

async function afterOrder(ctx: SignedInContext, row: CoveredRow): Promise<void> {
  const order = row.orderId && (await findOrder(ctx.db, row.orderId));
  if (!order) throw new Error(`covered payment ${row.coverId} has no order`);
  const outcome = outcomeOf(order.status);
  if (outcome === 'failed')
    await failCovered(ctx, row, { reason: order.failReason ?? '', fate: 'returning' });
  else if (outcome === 'done')
    await ctx.db.transaction((tx) => update(tx, row, { ...DONE, concludedAt: ctx.clock.now() }));
}

const DONE = { status: 'done', failReason: null, nextLookAt: null } as const;

async function conclude(
  ctx: SignedInContext,
  row: CoveredRow,
  answer: Answer,
  { isAnswering }: Waiting,
): Promise<void> {
  const order = orderOf(row.kind, answer);
  const orderId = order?.id ?? null;
  if (order && order.status !== 'done') {
    await ctx.db.transaction((tx) =>
      update(tx, row, {
        status: 'paying',
        failReason: null,
        orderId,
        answer,
        nextLookAt: ctx.clock.real(),
      }),
    );
    if (order.status === 'failed') await advance(ctx, row.coverId, { isAnswering });
    return;
  }
  await ctx.db.transaction(async (tx) => {
    const changed = await update(tx, row, { ...DONE, orderId, answer, concludedAt: ctx.clock.now() });
    // One that is reserved or in review has its own letter.
    const isHeld = 'status' in answer && answer.status === 'held';
    if (!changed || isAnswering || isHeld) return;
    await queueMessage(tx, ctx, 'covered_payment_done', await receiverOf(tx, row.userId), row);
  });
}

/** False if another process was first. */
async function update(tx: Tx, row: CoveredRow, changes: Partial<CoveredRow>): Promise<boolean> {
  const { coveredPayments } = tx.tables;
  const changed = await tx
    .update(coveredPayments)
    .set(changes)
    .where(and(eq(coveredPayments.coverId, row.coverId), eq(coveredPayments.status, row.status)))
    .returning({ id: coveredPayments.coverId });
  return changed.length > 0;
}
