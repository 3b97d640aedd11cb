import { and, eq, inArray, isNotNull, type SQLWrapper, sql } from 'drizzle-orm';
import { z } from 'zod';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import type { OperationListInput } from '#domain/credit/input';
import { overdueThisWeek } from '#domain/credit/late';
import type { Standing } from '#domain/credit/standing-words';
import { type DelayFilter, isDelayed } from '#domain/credit/words';
import { toDecimal } from '#domain/money';
import { refuse } from '#domain/refusal';
import { listedDocument } from '#domain/tax-id';
import { moneySchema } from '#server/account/shapes';
import { noteViewOfOne } from '#server/auth/profile/note-view';
import type { SignedInContext } from '#server/kernel/context';
import { idsOf } from '#server/kernel/id';
import { byCents, byText, cut, newestFirst, pageSchema, sorted } from '#server/kernel/keyset';
import { bankAccountId } from '#server/ledger/bank-account';
import { balanceOf } from '#server/ledger/statement';
import { markNotices, NO_NOTICE } from './mark-notice.ts';
import { operationAnswer } from './operation-answer.ts';
import { type OperationAnswer, operationSchema, type ProposalRow } from './shapes.ts';
import { type Watched, watched } from './watched.ts';

/** `outstanding`: unpaid face value of all that match; `principal`: from the ledger, null if anything is filtered. */
export const operationPageSchema = pageSchema({
  operations: z.array(operationSchema),
  totals: z.object({
    total: z.int(),
    adimplente: z.int(),
    em_atraso: z.int(),
    negativado: z.int(),
    finalizado: z.int(),
    outstanding: moneySchema,
    principal: moneySchema.nullable(),
  }),
});
export type OperationPage = z.infer<typeof operationPageSchema>;

type Sortable = Pick<Watched, 'id' | 'createdAt' | 'amountCents'>;

/** `q` searches customers and purposes, or is a proposal id; one that finds one customer's leaves a `view_user` row. Refuses VALIDATION (cursor). */
export async function listOperations(
  ctx: SignedInContext,
  { q, status, delay, sort, cursor, limit }: OperationListInput,
): Promise<OperationPage> {
  const { db, clock } = ctx;
  const today = clock.today();
  const { creditProposals: proposals } = db.tables;
  const order = sorted(
    proposals,
    { amount: byCents(proposals.amountCents, (row: Sortable) => row.amountCents), dueDate: byDueDate(db) },
    sort,
  );
  const wanted: Watched[] = [];
  for await (const some of watched(db, { q, order, cursor, today })) {
    wanted.push(
      ...some.filter(
        (one) => (status === undefined || one.standing === status) && isIn(one, { delay, today }),
      ),
    );
    if (wanted.length > limit) break;
  }
  const { rows, nextCursor } = cut(wanted, order, limit);
  const credits = await inOrder(db, rows);
  if (q)
    await noteViewOfOne(
      ctx,
      credits.map(({ userId }) => userId),
    );
  return {
    operations: await answersOf(db, credits, today),
    nextCursor,
    totals: {
      ...(await totalsOf(watched(db, { q, order: newestFirst<Sortable>(proposals), today }), status, {
        delay,
        today,
      })),
      principal: [q, status, delay].every((filter) => filter === undefined)
        ? toDecimal(await lentCents(db))
        : null,
    },
  };
}

/** By the oldest open instalment: ascending from the latest payer to those who owe nothing. The cursor has the credit. */
const byDueDate = (db: Reader) => ({
  ...byText(db.tables.creditProposals.id, (row: Sortable) => row.id),
  as: (id: SQLWrapper) => sql`coalesce((
    select min(due_on) from instalments where proposal_id = ${id} and paid_on is null), '9999-12-31')`,
});

export async function lentCents(db: Reader): Promise<number> {
  return -(await balanceOf(db, await bankAccountId(db, 'loans_receivable')));
}

/** Refuses NOT_FOUND if not paid out. */
export async function creditOf(db: Reader, id: string): Promise<ProposalRow> {
  const { creditProposals: proposals } = db.tables;
  const [credit] = await db
    .select()
    .from(proposals)
    .where(and(eq(proposals.id, id), isNotNull(proposals.paidOutOn)));
  return credit ?? refuse('NOT_FOUND');
}

/** Refuses NOT_FOUND. */
export async function operationOf(db: Reader, id: string, today: string): Promise<OperationAnswer> {
  const [operation] = await answersOf(db, [await creditOf(db, id)], today);
  return operation ?? refuse('NOT_FOUND');
}

function isIn(
  { daysLate, newestOverdueOn, dueOnDay }: Watched,
  { delay, today }: { delay: DelayFilter | undefined; today: string },
): boolean {
  if (delay === 'new') return newestOverdueOn !== null && newestOverdueOn >= overdueThisWeek(today).from;
  if (delay === 'today') return dueOnDay > 0;
  return delay === undefined || isDelayed(daysLate, delay);
}

async function totalsOf(
  credits: AsyncIterable<Watched[]>,
  status: Standing | undefined,
  when: { delay: DelayFilter | undefined; today: string },
): Promise<Omit<OperationPage['totals'], 'principal'>> {
  const counts = { adimplente: 0, em_atraso: 0, negativado: 0, finalizado: 0 };
  let total = 0;
  let outstandingCents = 0;
  for await (const some of credits)
    for (const { standing, unpaidCents } of some.filter((one) => isIn(one, when))) {
      counts[standing] += 1;
      total += 1;
      if (status === undefined || standing === status) outstandingCents += unpaidCents;
    }
  return { total, ...counts, outstanding: toDecimal(outstandingCents) };
}

async function inOrder(db: Reader, page: readonly { id: string }[]): Promise<ProposalRow[]> {
  const { creditProposals: proposals } = db.tables;
  const ids = idsOf(page);
  const rows = await db.select().from(proposals).where(inArray(proposals.id, ids));
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

async function answersOf(
  db: Reader,
  credits: readonly ProposalRow[],
  today: string,
): Promise<OperationAnswer[]> {
  const { instalments, users } = db.tables;
  if (credits.length === 0) return [];
  const clients = await db
    .select(columnsOf(users, 'id', 'fullName', 'cpf', 'cnpj', 'phone', 'email'))
    .from(users)
    .where(inArray(users.id, [...new Set(credits.map(({ userId }) => userId))]));
  const parts = await db
    .select(columnsOf(instalments, 'id', 'proposalId', 'dueOn', 'paidOn', 'amountCents', 'principalCents'))
    .from(instalments)
    .where(inArray(instalments.proposalId, idsOf(credits)));
  const byCredit = new Map(credits.map(({ id }): [string, typeof parts] => [id, []]));
  for (const part of parts) byCredit.get(part.proposalId)?.push(part);
  const notices = await markNotices(db, credits, parts, today);
  const byId = new Map(clients.map((client) => [client.id, client]));
  return credits.map((credit) => {
    const client = byId.get(credit.userId);
    if (!client) throw new Error(`credit ${credit.id}: user ${credit.userId} not found`);
    const { cpf, cnpj, phone } = client;
    const shown = {
      ...client,
      cpf: cpf && listedDocument(cpf),
      cnpj: cnpj && listedDocument(cnpj),
      phone: phone ?? '',
    };
    return {
      ...operationAnswer(credit, byCredit.get(credit.id) ?? [], shown, today),
      ...(notices.get(credit.id) ?? NO_NOTICE),
    };
  });
}
