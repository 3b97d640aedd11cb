import { and, eq, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import type { OperationListInput } from '#domain/credit/input';
import { overdueThisWeek } from '#domain/credit/late';
import { type DelayFilter, isDelayed } from '#domain/credit/words';
import { daysBetween } from '#domain/date';
import { toDecimal } from '#domain/money';
import { refuse } from '#domain/refusal';
import { listedDocument } from '#domain/tax-id';
import { moneySchema } from '#server/account/shapes';
import { noteViewOfOne } from '#server/auth/profile/note-view';
import { among } from '#server/kernel/any-of';
import type { SignedInContext } from '#server/kernel/context';
import { idsOf } from '#server/kernel/id';
import { pageSchema } from '#server/kernel/keyset';
import { bankAccountId } from '#server/ledger/bank-account';
import { balanceOf } from '#server/ledger/statement';
import { markNotices, NO_NOTICE } from './mark-notice.ts';
import { operationAnswer } from './operation-answer.ts';
import { operationOrder } from './operations-order.ts';
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

/** `q` searches customers and purposes, or is a proposal id; one that finds one customer's leaves a `view_user` row. Refuses VALIDATION (cursor). */
export async function listOperations(
  ctx: SignedInContext,
  { q, status, delay, ...wanted }: OperationListInput,
): Promise<OperationPage> {
  const { db, clock } = ctx;
  const today = clock.today();
  const { firstOf, pageOf } = await operationOrder(db, wanted);
  const sums = { adimplente: 0, em_atraso: 0, negativado: 0, finalizado: 0 };
  let outstandingCents = 0;
  let first: Watched[] = [];
  for await (const some of watched(db, { q, due: dueDaysOf(delay, today), today })) {
    const counted = some.filter((one) => isLate(one, delay, today));
    for (const { standing } of counted) sums[standing] += 1;
    const listed = counted.filter(({ standing }) => status === undefined || standing === status);
    for (const { unpaidCents } of listed) outstandingCents += unpaidCents;
    first = firstOf([...first, ...listed]);
  }
  const { rows, nextCursor } = pageOf(first);
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
      total: sums.adimplente + sums.em_atraso + sums.negativado + sums.finalizado,
      ...sums,
      outstanding: toDecimal(outstandingCents),
      principal: [q, status, delay].every((filter) => filter === undefined)
        ? toDecimal(await lentCents(db))
        : null,
    },
  };
}

/** The days of which an open instalment must be due on one; null: any or none. */
function dueDaysOf(delay: DelayFilter | undefined, today: string): { from: string; upTo: string } | null {
  if (delay === 'today') return { from: today, upTo: today };
  return delay === 'new' ? overdueThisWeek(today) : null;
}

function isLate({ overdue, oldestDueOn }: Watched, delay: DelayFilter | undefined, today: string): boolean {
  if (delay === undefined || delay === 'today' || delay === 'new') return true;
  return overdue > 0 && oldestDueOn !== null && isDelayed(daysBetween(oldestDueOn, today), delay);
}

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

async function inOrder(db: Reader, page: readonly { id: string }[]): Promise<ProposalRow[]> {
  const { creditProposals: proposals } = db.tables;
  const ids = idsOf(page);
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(proposals)
    .where(among(db, proposals.id, ids));
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
    .where(among(db, users.id, [...new Set(credits.map(({ userId }) => userId))]));
  const parts = await db
    .select(columnsOf(instalments, 'id', 'proposalId', 'dueOn', 'paidOn', 'amountCents', 'principalCents'))
    .from(instalments)
    .where(among(db, instalments.proposalId, idsOf(credits)));
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
