import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { daysLate } from '#domain/credit/late';
import { UNDECIDED } from '#domain/credit/words';
import { toDecimal } from '#domain/money';
import { moneySchema } from '#server/account/shapes';
import type { SignedInContext } from '#server/kernel/context';
import { scheduleAnswer, scheduleSchema } from './shapes.ts';

/** Instalments that are shown as the next ones. */
const NEXT = 3;

/**
 * What a customer's first screen says of credit: signed credits that are not paid back and what remains of them at face
 * value, overdue instalments, undecided proposals, approved ones that await the signature, and the next unpaid instalments
 * that are not overdue, oldest first, each with what its credit is for.
 */
export const creditSummarySchema = z.object({
  activeCount: z.int(),
  activeTotal: moneySchema,
  overdueCount: z.int(),
  pendingCount: z.int(),
  unsignedCount: z.int(),
  next: z.array(scheduleSchema.extend({ purpose: z.string() })),
});
export type CreditSummary = z.infer<typeof creditSummarySchema>;

/** The caller's credit at a glance, as it stands today. */
export async function creditSummary(ctx: SignedInContext): Promise<CreditSummary> {
  const { creditProposals: proposals, instalments } = ctx.db.tables;
  const own = eq(proposals.userId, ctx.user.id);
  const today = ctx.clock.today();
  const credits = await ctx.db
    .select()
    .from(proposals)
    .where(and(own, isNotNull(proposals.paidOutOn), isNull(proposals.finishedAt)));
  const byId = new Map(credits.map((credit) => [credit.id, credit]));
  // By the credits alone: whoever looks for what is unpaid first looks through the whole bank.
  const parts = await ctx.db
    .select()
    .from(instalments)
    .where(inArray(instalments.proposalId, [...byId.keys()]))
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
