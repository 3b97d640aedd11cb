import { asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { toDecimal } from '#domain/money';
import { moneySchema } from '#server/account/shapes';
import type { SignedInContext } from '#server/kernel/context';

const MAX_DAYS = 30;

export const maturityDaySchema = z.object({
  day: z.string(),
  count: z.number(),
  invested: moneySchema,
  expectedReturn: moneySchema,
});

/** Days on which active investments mature, soonest first. */
export async function listMaturities(ctx: SignedInContext): Promise<z.infer<typeof maturityDaySchema>[]> {
  const { investments } = ctx.db.tables;
  const rows = await ctx.db
    .select({
      day: investments.maturityOn,
      count: sql`count(*)`.mapWith(Number),
      investedCents: sql`sum(${investments.amountCents})`.mapWith(Number),
      returnCents: sql`sum(${investments.expectedReturnCents})`.mapWith(Number),
    })
    .from(investments)
    .where(eq(investments.status, 'active'))
    .groupBy(investments.maturityOn)
    .orderBy(asc(investments.maturityOn))
    .limit(MAX_DAYS);
  return rows.map(({ day, count, investedCents, returnCents }) => ({
    day,
    count,
    invested: toDecimal(investedCents),
    expectedReturn: toDecimal(returnCents),
  }));
}
