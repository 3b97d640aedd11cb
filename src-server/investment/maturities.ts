import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { isKnownDay } from '#domain/day-schema';
import { toDecimal } from '#domain/money';
import type { PageInput } from '#domain/page';
import { moneySchema } from '#server/account/shapes';
import type { SignedInContext } from '#server/kernel/context';
import { pageSchema, refuseCursor } from '#server/kernel/keyset';

export const maturityDaySchema = z.object({
  day: z.string(),
  count: z.number(),
  invested: moneySchema,
  expectedReturn: moneySchema,
});

export const maturityPageSchema = pageSchema({ maturities: z.array(maturityDaySchema) });

/** Days on which active investments mature, soonest first, in pages. Refuses VALIDATION (cursor). */
export async function listMaturities(
  ctx: SignedInContext,
  { cursor, limit }: PageInput,
): Promise<z.infer<typeof maturityPageSchema>> {
  const { investments } = ctx.db.tables;
  if (cursor !== undefined && !isKnownDay(cursor)) refuseCursor();
  const rows = await ctx.db
    .select({
      day: investments.maturityOn,
      count: sql`count(*)`.mapWith(Number),
      investedCents: sql`sum(${investments.amountCents})`.mapWith(Number),
      returnCents: sql`sum(${investments.expectedReturnCents})`.mapWith(Number),
    })
    .from(investments)
    .where(and(eq(investments.status, 'active'), cursor ? gt(investments.maturityOn, cursor) : undefined))
    .groupBy(investments.maturityOn)
    .orderBy(asc(investments.maturityOn))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  return {
    maturities: page.map(({ day, count, investedCents, returnCents }) => ({
      day,
      count,
      invested: toDecimal(investedCents),
      expectedReturn: toDecimal(returnCents),
    })),
    nextCursor: rows.length > limit ? (page.at(-1)?.day ?? null) : null,
  };
}
