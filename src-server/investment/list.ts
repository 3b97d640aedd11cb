import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Reader } from '#db/db';
import type { investmentListSchema } from '#domain/investment/input';
import { MAX_LISTED } from '#domain/limits';
import { toDecimal } from '#domain/money';
import { nameOfCaller } from '#server/access/caller-line';
import { personMatches } from '#server/account/matches';
import { countReading } from '#server/auth/count-entries';
import { noteViewOfOne } from '#server/auth/profile/note-view';
import { among } from '#server/kernel/any-of';
import type { SignedInContext } from '#server/kernel/context';
import { idsOf } from '#server/kernel/id';
import { turnOfNetwork, turnOfReader } from '#server/kernel/in-turn';
import { byCents, byDay, page, sorted } from '#server/kernel/keyset';
import { anyContains } from '#server/kernel/search';
import { type InvestmentPage, type InvestmentRow, investmentAnswer } from './shapes.ts';

type Input = z.output<typeof investmentListSchema>;

/**
 * The caller's investments; for an administrator everybody's, each with its holder (a search that finds one customer's leaves a `view_user` row). A customer's search, filter or order
 * other than by age reads all of theirs. Refuses TOO_MANY_ATTEMPTS (for these).
 */
export async function listInvestments(ctx: SignedInContext, input: Input): Promise<InvestmentPage> {
  const { db, user } = ctx;
  if (user.role === 'admin') return readPage(ctx, input, undefined, input.limit);
  const own = eq(db.tables.investments.userId, user.id);
  if (readsAll(input))
    await countReading(ctx, 'statementSearch', nameOfCaller(ctx), () =>
      db.$count(db.tables.investments, own),
    );
  return turnOfReader(ctx)(() => turnOfNetwork(ctx)(() => readPage(ctx, input, own, MAX_LISTED)));
}

const readsAll = ({ q, status, sort }: Input): boolean =>
  q !== undefined || status !== undefined || !/^-?createdAt$/.test(sort ?? 'createdAt');

async function readPage(
  ctx: SignedInContext,
  { cursor, sort, q, status }: Input,
  own: SQL | undefined,
  limit: number,
): Promise<InvestmentPage> {
  const { db } = ctx;
  const { investments } = db.tables;
  const isAdmin = own === undefined;
  const filter = and(
    own,
    status === undefined ? undefined : eq(investments.status, status),
    q === undefined ? undefined : await foundBy(db, q, isAdmin),
  );
  const keys = {
    amount: byCents(investments.amountCents, (row: InvestmentRow) => row.amountCents),
    maturityDate: byDay(investments.maturityOn, (row: InvestmentRow) => row.maturityOn),
  };
  const { rows, nextCursor } = await page(
    (after) => db.select().from(investments).where(and(filter, after)),
    sorted(investments, keys, sort),
    { cursor, limit },
  );
  const names = await namesOf(db, rows);
  const holders = isAdmin ? await holdersOf(db, rows) : null;
  if (isAdmin && q)
    await noteViewOfOne(
      ctx,
      rows.map(({ userId }) => userId),
    );
  const today = ctx.clock.today();
  return {
    investments: rows.map((row) =>
      investmentAnswer(row, names.get(row.productId) ?? '', today, holders?.get(row.userId) ?? null),
    ),
    nextCursor,
    totals: cursor === undefined ? await totalsOf(db, filter) : null,
  };
}

/** Products are few: they are looked up before the investments are read. */
async function foundBy(db: Reader, q: string, isAdmin: boolean): Promise<SQL | undefined> {
  const { investmentProducts: products, investments, users } = db.tables;
  const found = await db
    .select({ id: products.id })
    .from(products)
    .where(anyContains(db, [products.name], q));
  const isOfProduct = among(db, investments.productId, idsOf(found));
  if (!isAdmin) return isOfProduct;
  const holders = db
    .select({ id: users.id })
    .from(users)
    .where(personMatches(db, [users.fullName], q));
  return or(isOfProduct, inArray(investments.userId, holders));
}

async function namesOf(db: Reader, rows: readonly InvestmentRow[]): Promise<ReadonlyMap<string, string>> {
  const { investmentProducts: products } = db.tables;
  const ids = [...new Set(rows.map(({ productId }) => productId))];
  const found = await db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(among(db, products.id, ids));
  return new Map(found.map(({ id, name }) => [id, name]));
}

async function holdersOf(db: Reader, rows: readonly InvestmentRow[]) {
  const { users } = db.tables;
  const ids = [...new Set(rows.map(({ userId }) => userId))];
  const found = await db
    .select({ id: users.id, name: users.fullName })
    .from(users)
    .where(among(db, users.id, ids));
  return new Map(found.map((holder) => [holder.id, holder]));
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
    // As in the index `investments_active`, which a parameter could not use.
    .where(and(filter, sql`${investments.status} = 'active'`));
  return {
    count: await db.$count(investments, filter),
    active: active?.count ?? 0,
    invested: toDecimal(active?.investedCents ?? 0),
    expectedYield: toDecimal(active?.yieldCents ?? 0),
  };
}
