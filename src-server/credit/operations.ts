import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, desc, eq, inArray, isNotNull, isNull, like, lte, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '#db/db';
import type { OperationListInput } from '#domain/credit/input';
import { overdueUpTo } from '#domain/credit/late';
import { type Standing, standingOf } from '#domain/credit/standing';
import { toDecimal } from '#domain/money';
import { refuse } from '#domain/refusal';
import { moneySchema } from '#server/account/shapes';
import type { SignedInContext } from '#server/context';
import { olderThan, pageOf } from '#server/keyset';
import { anyOf, idList } from '#server/ledger/any-of';
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
  { db, clock }: SignedInContext,
  { q, status, cursor, limit }: OperationListInput,
): Promise<OperationPage> {
  const today = clock.today();
  const wanted: Watched[] = [];
  for await (const some of watched(db, { q, cursor, today })) {
    wanted.push(...some.filter(({ standing }) => status === undefined || standing === status));
    if (wanted.length > limit) break;
  }
  const { page, nextCursor } = pageOf(wanted, limit);
  return {
    operations: await answersOf(db, await inOrder(db, page), today),
    nextCursor,
    totals: await totalsOf(watched(db, { q, today })),
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

/** What the totals and the filter need of a credit; `unpaidCents` is at face value. */
type Watched = { id: string; createdAt: Date; standing: Standing; unpaidCents: number };

/** Looked at in one query; before the next one connections are served, however many credits there are. */
const LOOKED_AT = 250;

/** The credits that were paid out and that a search finds, newest first, some at a time. Refuses VALIDATION. */
async function* watched(
  db: Reader,
  { q, cursor, today }: { q: string | undefined; cursor?: string | undefined; today: string },
): AsyncGenerator<Watched[]> {
  const { creditProposals: proposals, users } = db.tables;
  const { id, createdAt, negativatedAt } = proposals;
  for (let after: string | null | undefined = cursor; after !== null; ) {
    const { page, nextCursor }: ReturnType<typeof pageOf<Seen>> = pageOf(
      await db
        .select({ id, createdAt, negativatedAt, isFound: sql`${matching(db, q)}`.mapWith(Boolean) })
        .from(proposals)
        .innerJoin(users, eq(users.id, proposals.userId))
        .where(and(isNotNull(proposals.paidOutOn), olderThan(proposals, after)))
        .orderBy(desc(createdAt), desc(id))
        .limit(LOOKED_AT + 1),
      LOOKED_AT,
    );
    const found = page.filter(({ isFound }) => isFound);
    const open = await openOf(db, found, today);
    yield found.map((credit) => {
      const { unpaid, overdue, unpaidCents } = open.get(credit.id) ?? NOTHING_OPEN;
      const standing = standingOf({ unpaid, overdue, isNegativated: credit.negativatedAt !== null });
      return { id: credit.id, createdAt: credit.createdAt, standing, unpaidCents };
    });
    after = nextCursor;
    await nextTurn();
  }
}
type Seen = { id: string; createdAt: Date; negativatedAt: Date | null; isFound: boolean };
const NOTHING_OPEN = { unpaid: 0, overdue: 0, unpaidCents: 0 };

/** What of these credits is unpaid on a day: how many instalments, how many of them overdue, how much at face value. */
async function openOf(
  db: Reader,
  credits: readonly { id: string }[],
  today: string,
): Promise<Map<string, typeof NOTHING_OPEN>> {
  const rows = await db
    .prepared('credit.openOfMany', (on, { instalments }) => {
      const isUnpaid = isNull(instalments.paidOn);
      const isOverdue = and(isUnpaid, lte(instalments.dueOn, sql.placeholder('upTo')));
      return (
        on
          .select({
            id: instalments.proposalId,
            unpaid: sql`count(case when ${isUnpaid} then 1 end)`.mapWith(Number),
            overdue: sql`count(case when ${isOverdue} then 1 end)`.mapWith(Number),
            unpaidCents:
              sql`coalesce(sum(case when ${isUnpaid} then ${instalments.amountCents} end), 0)`.mapWith(
                Number,
              ),
          })
          .from(instalments)
          // By the credits alone: whoever looks for what is unpaid first looks through the whole bank.
          .where(anyOf(on, instalments.proposalId, 'ids'))
          .groupBy(instalments.proposalId)
          .prepare('credit_open_of_many')
      );
    })
    .execute({
      ids: idList(
        db,
        credits.map(({ id }) => id),
      ),
      upTo: overdueUpTo(today),
    });
  return new Map(rows.map(({ id, ...open }) => [id, open]));
}

function matching(db: Reader, q: string | undefined): SQL {
  if (!q) return sql`1 = 1`;
  const { creditProposals: proposals, users } = db.tables;
  const digits = /^[\d./-]+$/.test(q) ? q.replace(/\D/g, '') : '';
  const ways = [
    holds(db, [users.fullName, proposals.purpose], q),
    ...(digits === '' ? [] : [users.cpf, users.cnpj].map((column) => like(column, `%${digits}%`))),
  ];
  // Who has no CPF has one that is neither like it nor not.
  return sql`coalesce(${or(...ways)}, false)`;
}

async function totalsOf(credits: AsyncIterable<Watched[]>): Promise<OperationPage['totals']> {
  const counts = { adimplente: 0, em_atraso: 0, negativado: 0, finalizado: 0 };
  let total = 0;
  let outstandingCents = 0;
  for await (const some of credits)
    for (const { standing, unpaidCents } of some) {
      counts[standing] += 1;
      total += 1;
      outstandingCents += unpaidCents;
    }
  return { total, ...counts, outstanding: toDecimal(outstandingCents) };
}

/** These credits whole, in the order in which they come. */
async function inOrder(db: Reader, page: readonly { id: string }[]): Promise<ProposalRow[]> {
  const { creditProposals: proposals } = db.tables;
  const ids = page.map(({ id }) => id);
  const rows = await db.select().from(proposals).where(inArray(proposals.id, ids));
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
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
