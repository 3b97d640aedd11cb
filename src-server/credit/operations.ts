import { and, desc, eq, gte, inArray, isNotNull, isNull, like, lte, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '#db/db';
import type { OperationListInput } from '#domain/credit/input';
import { overdueUpTo } from '#domain/credit/late';
import { DEFAULT_AFTER_OVERDUE, type Standing, standingOf } from '#domain/credit/standing';
import { toDecimal } from '#domain/money';
import { refuse } from '#domain/refusal';
import { moneySchema } from '#server/account/shapes';
import type { SignedInContext } from '#server/context';
import { olderThan, pageOf } from '#server/keyset';
import { holds } from '#server/search';
import { type OperationAnswer, operationAnswer, operationSchema, type ProposalRow } from './shapes.ts';

/** A page of operations; `totals` are over all that the search finds, whatever its status. */
export const operationPageSchema = z.object({
  operations: z.array(operationSchema),
  nextCursor: z.string().nullable(),
  totals: z.object({
    total: z.int(),
    adimplente: z.int(),
    em_atraso: z.int(),
    negativado: z.int(),
    finalizado: z.int(),
    outstanding: moneySchema,
  }),
});
export type OperationPage = z.infer<typeof operationPageSchema>;

/**
 * A page of the credits that were paid out, newest proposal first. `q` looks in the client's name, in the digits of CPF and
 * CNPJ, and in the purpose. Refuses VALIDATION for a cursor that is none.
 */
export async function listOperations(
  ctx: SignedInContext,
  { q, status, cursor, limit }: OperationListInput,
): Promise<OperationPage> {
  const { db } = ctx;
  const { creditProposals: proposals, users } = db.tables;
  const today = ctx.clock.today();
  const open = openOf(db, today);
  const found = and(isNotNull(proposals.paidOutOn), matching(db, q));
  const all = db
    .select({ credit: proposals })
    .from(proposals)
    .innerJoin(users, eq(users.id, proposals.userId));
  const wanted = and(found, olderThan(proposals, cursor));
  // Everything that is open is added up only where the page depends on it.
  const rows = await (status === undefined
    ? all.where(wanted)
    : all
        .leftJoin(open, eq(open.proposalId, proposals.id))
        .where(and(wanted, inArray(classOf(db, open), classesOf(status))))
  )
    .orderBy(desc(proposals.createdAt), desc(proposals.id))
    .limit(limit + 1);
  const { page, nextCursor } = pageOf(
    rows.map(({ credit }) => credit),
    limit,
  );
  return {
    operations: await answersOf(db, page, today),
    nextCursor,
    totals: await totalsOf(db, open, found),
  };
}

/** One operation as administrators see it. Refuses NOT_FOUND for what was never paid out. */
export async function operationOf(db: Reader, id: string, today: string): Promise<OperationAnswer> {
  const { creditProposals: proposals } = db.tables;
  const rows = await db
    .select()
    .from(proposals)
    .where(and(eq(proposals.id, id), isNotNull(proposals.paidOutOn)));
  const [operation] = await answersOf(db, rows, today);
  if (!operation) refuse('NOT_FOUND');
  return operation;
}

/** What of each credit is unpaid on a day: how many instalments, how many of them overdue, how much at face value. */
function openOf(db: Reader, today: string) {
  const { instalments } = db.tables;
  return db
    .select({
      proposalId: instalments.proposalId,
      unpaid: sql`count(*)`.mapWith(Number).as('unpaid'),
      overdue: sql`count(case when ${lte(instalments.dueOn, overdueUpTo(today))} then 1 end)`
        .mapWith(Number)
        .as('overdue'),
      unpaidCents: sql`sum(${instalments.amountCents})`.mapWith(Number).as('unpaid_cents'),
    })
    .from(instalments)
    .where(isNull(instalments.paidOn))
    .groupBy(instalments.proposalId)
    .as('open_instalments');
}
type Open = ReturnType<typeof openOf>;

/**
 * All that a standing depends on as one small word, so that the database counts and filters by what `standingOf` says:
 * 'paid', or how many are overdue ('many' from three on), with an 'n' when the credit is negativated.
 */
const CLASSES = new Map<string, Standing>([
  ['paid', standingOf({ unpaid: 0, overdue: 0, isNegativated: false })],
]);
for (let overdue = 0; overdue <= DEFAULT_AFTER_OVERDUE; overdue += 1)
  for (const isNegativated of [false, true]) {
    const name = overdue === DEFAULT_AFTER_OVERDUE ? 'many' : String(overdue);
    CLASSES.set(isNegativated ? `${name}n` : name, standingOf({ unpaid: 1, overdue, isNegativated }));
  }

const classesOf = (status: Standing): string[] =>
  [...CLASSES].filter(([, standing]) => standing === status).map(([name]) => name);

function classOf(db: Reader, open: Open): SQL<string> {
  const { creditProposals: proposals } = db.tables;
  const isMany = gte(open.overdue, DEFAULT_AFTER_OVERDUE);
  const overdue = sql`case when ${isMany} then 'many' else cast(${open.overdue} as text) end`;
  const negativated = sql`case when ${proposals.negativatedAt} is null then '' else 'n' end`;
  return sql<string>`case when ${open.unpaid} is null then 'paid' else ${overdue} || ${negativated} end`;
}

function matching(db: Reader, q: string | undefined): SQL | undefined {
  if (!q) return undefined;
  const { creditProposals: proposals, users } = db.tables;
  const digits = /^[\d./-]+$/.test(q) ? q.replace(/\D/g, '') : '';
  return or(
    holds(db, [users.fullName, proposals.purpose], q),
    digits === '' ? undefined : like(users.cpf, `%${digits}%`),
    digits === '' ? undefined : like(users.cnpj, `%${digits}%`),
  );
}

async function totalsOf(db: Reader, open: Open, found: SQL | undefined): Promise<OperationPage['totals']> {
  const { creditProposals: proposals, users } = db.tables;
  const name = classOf(db, open).as('standing_class');
  const classes = await db
    .select({
      name,
      count: sql`count(*)`.mapWith(Number),
      unpaidCents: sql`coalesce(sum(${open.unpaidCents}), 0)`.mapWith(Number),
    })
    .from(proposals)
    .innerJoin(users, eq(users.id, proposals.userId))
    .leftJoin(open, eq(open.proposalId, proposals.id))
    .where(found)
    .groupBy(sql`standing_class`);
  const counts = { adimplente: 0, em_atraso: 0, negativado: 0, finalizado: 0 };
  let total = 0;
  let outstandingCents = 0;
  for (const { name, count, unpaidCents } of classes) {
    const standing = CLASSES.get(name);
    if (!standing) throw new Error(`no standing is called ${name}`);
    counts[standing] += count;
    total += count;
    outstandingCents += unpaidCents;
  }
  return { total, ...counts, outstanding: toDecimal(outstandingCents) };
}

/** These credits with their clients and instalments, in the order in which they come. */
async function answersOf(
  db: Reader,
  credits: readonly ProposalRow[],
  today: string,
): Promise<OperationAnswer[]> {
  const { instalments, users } = db.tables;
  if (credits.length === 0) return [];
  const clients = await db
    .select({
      id: users.id,
      fullName: users.fullName,
      cpf: users.cpf,
      cnpj: users.cnpj,
      phone: users.phone,
      email: users.email,
    })
    .from(users)
    .where(inArray(users.id, [...new Set(credits.map(({ userId }) => userId))]));
  const parts = await db
    .select({
      proposalId: instalments.proposalId,
      dueOn: instalments.dueOn,
      paidOn: instalments.paidOn,
      amountCents: instalments.amountCents,
    })
    .from(instalments)
    .where(
      inArray(
        instalments.proposalId,
        credits.map(({ id }) => id),
      ),
    );
  const byCredit = new Map(credits.map(({ id }): [string, typeof parts] => [id, []]));
  for (const part of parts) byCredit.get(part.proposalId)?.push(part);
  const byId = new Map(clients.map((client) => [client.id, client]));
  return credits.map((credit) => {
    const client = byId.get(credit.userId);
    if (!client) throw new Error('a credit has a client');
    const { phone } = client;
    return operationAnswer(credit, byCredit.get(credit.id) ?? [], { ...client, phone: phone ?? '' }, today);
  });
}
