import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Reader } from '#db/db';
import type { investmentListSchema } from '#domain/investment/input';
import { MAX_LISTED } from '#domain/limits';
import { toDecimal } from '#domain/money';
import type { SignedInContext } from '#server/kernel/context';
import { byCents, byDay, page, sorted } from '#server/kernel/keyset';
import { type InvestmentPage, investmentAnswer } from './shapes.ts';

/** The caller's investments; for an administrator everybody's, each with its holder. */
export async function listInvestments(
  ctx: SignedInContext,
  { cursor, sort, limit: asked }: z.output<typeof investmentListSchema>,
): Promise<InvestmentPage> {
  const { investments, investmentProducts: products, users } = ctx.db.tables;
  const isAdmin = ctx.user.role === 'admin';
  const filter = isAdmin ? undefined : eq(investments.userId, ctx.user.id);
  const limit = isAdmin ? asked : MAX_LISTED;
  type Row = typeof investments.$inferSelect;
  const columns = {
    ...getTableColumns(investments),
    productName: products.name,
    holder: { id: users.id, name: users.fullName },
  };
  const keys = {
    amount: byCents(investments.amountCents, (row: Row) => row.amountCents),
    maturityDate: byDay(investments.maturityOn, (row: Row) => row.maturityOn),
  };
  const { rows, nextCursor } = await page(
    (after) =>
      ctx.db
        .select(columns)
        .from(investments)
        .innerJoin(products, eq(products.id, investments.productId))
        .innerJoin(users, eq(users.id, investments.userId))
        .where(and(filter, after)),
    sorted(investments, keys, sort),
    { cursor, limit },
  );
  const today = ctx.clock.today();
  return {
    investments: rows.map(({ productName, holder, ...row }) =>
      investmentAnswer(row, productName, today, isAdmin ? holder : null),
    ),
    nextCursor,
    totals: await totalsOf(ctx.db, filter),
  };
}

async function totalsOf(db: Reader, filter: SQL | undefined): Promise<InvestmentPage['totals']> {
  const { investments } = db.tables;
  const sumOf = (what: SQL) => sql`coalesce(sum(${what}), 0)`.mapWith(Number);
  const [active] = await db
    .select({
      count: sql`count(*)`.mapWith(Number),
      investedCents: sumOf(sql`${investments.amountCents}`),
      yieldCents: sumOf(sql`${investments.expectedReturnCents} - ${investments.amountCents}`),
    })
    .from(investments)
    .where(and(filter, sql`${investments.status} = 'active'`));
  return {
    count: await db.$count(investments, filter),
    active: active?.count ?? 0,
    invested: toDecimal(active?.investedCents ?? 0),
    expectedYield: toDecimal(active?.yieldCents ?? 0),
  };
}
