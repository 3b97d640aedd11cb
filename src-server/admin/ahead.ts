import { and, count, eq, gte, isNotNull, isNull, lte, sum } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '#db/db';
import type { OverviewDays } from '#domain/admin/overview-days';
import { addDays } from '#domain/date';
import { toDecimal } from '#domain/money';
import { moneySchema } from '#server/account/shapes';
import type { SignedInContext } from '#server/kernel/context';

export const shareSchema = z.object({ count: z.int(), amount: moneySchema });
export type Share = z.output<typeof shareSchema>;

/** Maturing investments (gross) and instalments due, by day; also past maturities not yet paid out, under their day. */
export const aheadSchema = z.object({
  untilOn: z.iso.date(),
  days: z.array(z.object({ day: z.iso.date(), investments: shareSchema, instalments: shareSchema })),
});
export type Ahead = z.output<typeof aheadSchema>;

export async function ahead(
  { db, clock }: SignedInContext,
  { days }: { days: OverviewDays },
): Promise<Ahead> {
  const today = clock.today();
  const untilOn = addDays(today, days);
  const maturing = new Map((await maturitiesBy(db, untilOn)).map((row) => [row.day, row]));
  const due = new Map((await instalmentsBy(db, today, untilOn)).map((row) => [row.day, row]));
  const dates = [...new Set([...maturing.keys(), ...due.keys()])].toSorted();
  return {
    untilOn,
    days: dates.map((day) => ({
      day,
      investments: shareOf(maturing.get(day)),
      instalments: shareOf(due.get(day)),
    })),
  };
}

export const shareOf = (row: { count: number; cents: number | null } | undefined): Share => ({
  count: row?.count ?? 0,
  amount: toDecimal(row?.cents ?? 0),
});

async function maturitiesBy(db: Reader, untilOn: string) {
  const { investments } = db.tables;
  return db
    .select({
      day: investments.maturityOn,
      count: count(),
      cents: sum(investments.expectedReturnCents).mapWith(Number),
    })
    .from(investments)
    .where(and(eq(investments.status, 'active'), lte(investments.maturityOn, untilOn)))
    .groupBy(investments.maturityOn);
}

async function instalmentsBy(db: Reader, today: string, untilOn: string) {
  const { creditProposals: proposals, instalments } = db.tables;
  return db
    .select({ day: instalments.dueOn, count: count(), cents: sum(instalments.amountCents).mapWith(Number) })
    .from(instalments)
    .innerJoin(proposals, and(eq(proposals.id, instalments.proposalId), isNotNull(proposals.paidOutOn)))
    .where(and(isNull(instalments.paidOn), gte(instalments.dueOn, today), lte(instalments.dueOn, untilOn)))
    .groupBy(instalments.dueOn);
}
