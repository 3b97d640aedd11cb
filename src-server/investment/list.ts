import { and, eq, getTableColumns, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Reader } from '#db/db';
import type { investmentListSchema } from '#domain/investment/input';
import { MAX_LISTED } from '#domain/limits';
import { toDecimal } from '#domain/money';
import { hasDocument } from '#server/account/matches';
import type { SignedInContext } from '#server/kernel/context';
import { byCents, byDay, page, sorted } from '#server/kernel/keyset';
import { anyContains } from '#server/kernel/search';
import { type InvestmentPage, investmentAnswer } from './shapes.ts';

/** The caller's investments; for an administrator everybody's, each with its holder. */
export async function listInvestments(
  ctx: SignedInContext,
  { cursor, sort, limit: asked, q, status }: z.output<typeof investmentListSchema>,
): Promise<InvestmentPage> {
  const { investments, investmentProducts: products, users } = ctx.db.tables;
  const isAdmin = ctx.user.role === 'admin';
  const filter = and(
    isAdmin ? undefined : eq(investments.userId, ctx.user.id),
    status === undefined ? undefined : eq(investments.status, status),
    q === undefined ? undefined : foundBy(ctx.db, q, isAdmin),
  );
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

function foundBy(db: Reader, q: string, isAdmin: boolean): SQL | undefined {
  const { investmentProducts: products, users } = db.tables;
  return isAdmin
    ? or(anyContains(db, [products.name, users.fullName], q), hasDocument(db, q))
    : anyContains(db, [products.name], q);
}

async function totalsOf(db: Reader, filter: SQL | undefined): Promise<InvestmentPage['totals']> {
  const { investments, investmentProducts: products, users } = db.tables;
  const whenActive = (what: SQL) =>
    sql`coalesce(sum(case when ${investments.status} = 'active' then ${what} end), 0)`.mapWith(Number);
  const [totals] = await db
    .select({
      count: sql`count(*)`.mapWith(Number),
      active: whenActive(sql`1`),
      investedCents: whenActive(sql`${investments.amountCents}`),
      yieldCents: whenActive(sql`${investments.expectedReturnCents} - ${investments.amountCents}`),
    })
    .from(investments)
    .innerJoin(products, eq(products.id, investments.productId))
    .innerJoin(users, eq(users.id, investments.userId))
    .where(filter);
  return {
    count: totals?.count ?? 0,
    active: totals?.active ?? 0,
    invested: toDecimal(totals?.investedCents ?? 0),
    expectedYield: toDecimal(totals?.yieldCents ?? 0),
  };
}
