import { and, count, eq, exists, inArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import {
  REVIEW_STATE_PARTS,
  REVIEW_STATES,
  type ReviewState,
  reviewState,
} from '#domain/admin/review-states';
import type { ReviewListInput } from '#domain/admin/reviews';
import { toDecimal } from '#domain/money';
import { shownTarget } from '#domain/protection/shown-target';
import { SIGNALS, type Signal } from '#domain/protection/signals';
import { WAITING_KINDS } from '#domain/protection/waiting';
import { maskDocument } from '#domain/tax-id';
import { personMatches } from '#server/account/matches';
import { moneySchema } from '#server/account/shapes';
import { noteViewOfOne } from '#server/auth/profile/note-view';
import type { SignedInContext } from '#server/kernel/context';
import { page, pageSchema, sorted } from '#server/kernel/keyset';

const moment = z.iso.datetime();

/** `id`: the transaction that reserved the money. `payee`: the account number, PIX key or boleto if no name is known. */
export const paymentReviewSchema = z.object({
  id: z.string(),
  state: z.enum(REVIEW_STATES),
  kind: z.enum(WAITING_KINDS),
  amount: moneySchema,
  userId: z.string(),
  clientName: z.string(),
  payee: z.string(),
  payeeDocument: z.string().nullable(),
  reasons: z.array(z.enum(SIGNALS)),
  score: z.int(),
  createdAt: moment,
  /** When it is given back if nobody has decided. */
  releaseAt: moment,
  reason: z.string().nullable(),
  decidedAt: moment.nullable(),
});
export type PaymentReview = z.output<typeof paymentReviewSchema>;

export const paymentReviewPageSchema = pageSchema({
  reviews: z.array(paymentReviewSchema),
  totals: z.object({ count: z.int() }),
});

/** Payments that are or were held for review; a search that finds one customer's leaves a `view_user` row. */
export async function listPaymentReviews(
  ctx: SignedInContext,
  input: ReviewListInput,
): Promise<z.output<typeof paymentReviewPageSchema>> {
  const { db } = ctx;
  const { paymentReviews: reviews } = db.tables;
  const filter = filterOf(db, input);
  const { rows, nextCursor } = await page(
    (after) => reviewRows(db).where(and(filter, after)),
    sorted<ReviewRow>({ id: reviews.transactionId, createdAt: reviews.createdAt }, {}, input.sort),
    input,
  );
  if (input.q)
    await noteViewOfOne(
      ctx,
      rows.map(({ userId }) => userId),
    );
  return { reviews: rows.map(toReview), nextCursor, totals: { count: await countOf(db, filter) } };
}

function reviewRows(db: Reader) {
  const { paymentIntents: intents, paymentReviews: reviews, users, waitingPayments: waiting } = db.tables;
  return db
    .select({
      id: reviews.transactionId,
      ...columnsOf(reviews, 'status', 'reasons', 'score', 'reason', 'createdAt', 'decidedAt'),
      ...columnsOf(waiting, 'kind', 'userId', 'payeeName', 'payeeDocument'),
      amountCents: intents.amountCents,
      target: sql<string>`${intents.target}`,
      releaseAt: intents.executeAt,
      waitingStatus: waiting.status,
      clientName: users.fullName,
    })
    .from(reviews)
    .innerJoin(waiting, eq(waiting.transactionId, reviews.transactionId))
    .innerJoin(intents, eq(intents.id, reviews.transactionId))
    .innerJoin(users, eq(users.id, waiting.userId));
}

type ReviewRow = Awaited<ReturnType<typeof reviewRows>>[number];

const toReview = (row: ReviewRow): PaymentReview => ({
  id: row.id,
  state: reviewState(row.status, row.waitingStatus),
  kind: row.kind,
  amount: toDecimal(row.amountCents),
  userId: row.userId,
  clientName: row.clientName,
  payee: row.payeeName ?? shownTarget(row.kind, row.target),
  payeeDocument: row.payeeDocument && maskDocument(row.payeeDocument),
  reasons: row.reasons as Signal[],
  score: row.score,
  createdAt: row.createdAt.toISOString(),
  releaseAt: row.releaseAt.toISOString(),
  reason: row.reason,
  decidedAt: row.decidedAt?.toISOString() ?? null,
});

function filterOf(db: Reader, { q, state }: ReviewListInput): SQL | undefined {
  const { users, waitingPayments: waiting } = db.tables;
  return and(
    state === undefined ? undefined : isIn(db, state),
    q === undefined ? undefined : personMatches(db, [users.fullName, waiting.payeeName], q),
  );
}

function isIn(db: Reader, state: ReviewState): SQL | undefined {
  const { paymentReviews: reviews, waitingPayments: waiting } = db.tables;
  const parts = REVIEW_STATE_PARTS[state];
  return and(inArray(reviews.status, [...parts.review]), inArray(waiting.status, [...parts.waiting]));
}

/** Waits for an administrator: its customer has not undone it. */
export function isUnderReview(db: Reader): SQL | undefined {
  const { paymentReviews: reviews, waitingPayments: waiting } = db.tables;
  const stillWaits = db
    .select({ one: sql`1` })
    .from(waiting)
    .where(and(eq(waiting.transactionId, reviews.transactionId), eq(waiting.status, 'waiting')));
  return and(eq(reviews.status, 'pending'), exists(stillWaits));
}

async function countOf(db: Reader, filter: SQL | undefined): Promise<number> {
  const { paymentReviews: reviews, users, waitingPayments: waiting } = db.tables;
  const [row] = await db
    .select({ count: count() })
    .from(reviews)
    .innerJoin(waiting, eq(waiting.transactionId, reviews.transactionId))
    .innerJoin(users, eq(users.id, waiting.userId))
    .where(filter);
  return row?.count ?? 0;
}
