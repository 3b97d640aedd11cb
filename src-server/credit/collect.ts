import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { dueToday, totalDueCents } from '#domain/credit/due-today';
import { daysLate } from '#domain/credit/late';
import { toDecimal } from '#domain/money';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import { countAttempt } from '#server/auth/attempts';
import type { SignedInContext } from '#server/kernel/context';
import { queueMessage, receiverOf } from '#server/outbox/queue-message';
import { openCounts } from './after-payment.ts';
import { creditOf, operationOf } from './operations.ts';
import { lockCredit } from './settle.ts';
import { lateRatesOf, type OperationAnswer, type ProposalRow } from './shapes.ts';

/** Refuses NOT_FOUND, NOTHING_OVERDUE, TOO_MANY_ATTEMPTS (within a minute of the last one). */
export async function sendCollectionEmail(
  ctx: SignedInContext,
  { id }: { id: string },
): Promise<{ success: true }> {
  const on = ctx.clock.today();
  const credit = await creditOf(ctx.db, id);
  if ((await openCounts(ctx.db, id, on)).overdue === 0) refuse('NOTHING_OVERDUE');
  await countAttempt(ctx, 'collectionEmail', id);
  await ctx.db.transaction(async (tx) => {
    const overdue = await overdueOf(tx, credit, on);
    if (overdue.length === 0) refuse('NOTHING_OVERDUE');
    const totalCents = totalDueCents(overdue);
    const facts = { purpose: credit.purpose, overdue, totalCents, on };
    await queueMessage(tx, ctx, 'credit_collection', await receiverOf(tx, credit.userId), facts);
    await record(tx, ctx, {
      action: 'send_collection_email',
      entityId: id,
      changes: { overdue: overdue.length, total: toDecimal(totalCents) },
    });
  });
  return { success: true };
}

/** In effect until nothing is overdue. Refuses NOT_FOUND, NOTHING_OVERDUE, ALREADY_NEGATIVATED. */
export async function negativate(ctx: SignedInContext, { id }: { id: string }): Promise<OperationAnswer> {
  const at = ctx.clock.now();
  const on = ctx.clock.today();
  await creditOf(ctx.db, id);
  return ctx.db.transaction(async (tx) => {
    const { creditProposals: proposals } = tx.tables;
    const credit = await lockCredit(tx, id);
    if (!credit) refuse('NOT_FOUND');
    const { overdue } = await openCounts(tx, id, on);
    if (overdue === 0) refuse('NOTHING_OVERDUE');
    const [marked] = await tx
      .update(proposals)
      .set({ negativatedAt: at })
      .where(and(eq(proposals.id, id), isNull(proposals.negativatedAt)))
      .returning({ id: proposals.id });
    if (!marked) refuse('ALREADY_NEGATIVATED');
    await queueMessage(tx, ctx, 'credit_negativated', await receiverOf(tx, credit.userId), credit);
    const operation = await operationOf(tx, id, on);
    await record(tx, ctx, {
      action: 'negativate_credit',
      entityId: id,
      changes: { negativated: { from: false, to: true }, overdue },
    });
    return operation;
  });
}

async function overdueOf(db: Reader, credit: ProposalRow, on: string) {
  const { instalments } = db.tables;
  const rows = await db
    .select()
    .from(instalments)
    .where(eq(instalments.proposalId, credit.id))
    .orderBy(asc(instalments.dueOn));
  const terms = { interestRate: credit.interestRate, late: lateRatesOf(credit), on };
  const overdue = rows.filter(({ paidOn, dueOn }) => paidOn === null && daysLate(dueOn, on) > 0);
  return overdue.map((row) => ({
    number: row.number,
    of: credit.termMonths,
    dueOn: row.dueOn,
    amountCents: row.amountCents,
    ...dueToday(row, terms),
  }));
}
