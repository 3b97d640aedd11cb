import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { daysLate } from '#domain/credit/late';
import { UNDECIDED } from '#domain/credit/words';
import { toDecimal } from '#domain/money';
import { moneySchema } from '#server/account/shapes';
import { among } from '#server/kernel/any-of';
import type { SignedInContext } from '#server/kernel/context';
import { scheduleAnswer, scheduleSchema } from './shapes.ts';

const NEXT = 3;

/** Amounts are at face value; `next` are unpaid, not overdue. */
export const creditSummarySchema = z.object({
  activeCount: z.int(),
  activeTotal: moneySchema,
  overdueCount: z.int(),
  pendingCount: z.int(),
  unsignedCount: z.int(),
  next: z.array(scheduleSchema.extend({ purpose: z.string() })),
});
export type CreditSummary = z.infer<typeof creditSummarySchema>;

export async function creditSummary(ctx: SignedInContext): Promise<CreditSummary> {
  const { creditProposals: proposals, instalments } = ctx.db.tables;
  const own = eq(proposals.userId, ctx.user.id);
  const today = ctx.clock.today();
  const credits = await ctx.db
    .select()
    .from(proposals)
    .where(and(own, isNotNull(proposals.paidOutOn), isNull(proposals.finishedAt)));
  const byId = new Map(credits.map((credit) => [credit.id, credit]));
  // Joins from credits first: starting at unpaid instalments would scan the whole bank.
  const parts = await ctx.db
    .select()
    .from(instalments)
    .where(among(ctx.db, instalments.proposalId, [...byId.keys()]))
    .orderBy(asc(instalments.dueOn), asc(instalments.id));
  const open = parts.flatMap((row) => {
    const credit = byId.get(row.proposalId);
    return credit && row.paidOn === null ? [{ row, credit }] : [];
  });
  const upcoming = open.filter(({ row }) => daysLate(row.dueOn, today) === 0);
  const waiting = await ctx.db
    .select({ status: proposals.status })
    .from(proposals)
    .where(and(own, inArray(proposals.status, [...UNDECIDED, 'approved']), isNull(proposals.paidOutOn)));
  return {
    activeCount: new Set(open.map(({ credit }) => credit.id)).size,
    activeTotal: toDecimal(open.reduce((sum, { row }) => sum + row.amountCents, 0)),
    overdueCount: open.length - upcoming.length,
    pendingCount: waiting.filter(({ status }) => status !== 'approved').length,
    unsignedCount: waiting.filter(({ status }) => status === 'approved').length,
    next: upcoming.slice(0, NEXT).map(({ row, credit }) => ({
      ...scheduleAnswer(row, credit, today),
      purpose: credit.purpose,
    })),
  };
}
