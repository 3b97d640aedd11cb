import { and, count, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import type { Reader, Tx } from '#db/db';
import { stateOfWaiting } from '#domain/protection/intent';
import type { Signal } from '#domain/protection/signals';
import { refuse } from '#domain/refusal';
import type { Fact, GroupWrite } from '#server/decision/decision';
import { anyOf, idList } from '#server/kernel/any-of';
import type { IntentRow } from '../intents/intent-row.ts';
import { moveIntent } from '../intents/move-intent.ts';

/** A payment whose money is reserved until it can no longer be undone. Its id is the payment's and the reservation's transaction's. */
export type WaitingRow = Tx['tables']['waitingPayments']['$inferSelect'] &
  Pick<IntentRow, 'accountId' | 'amountCents' | 'createdAt'> & { target: string; releaseAt: Date };

/** What a query of such rows selects; it joins the payment's. */
export const waitingColumns = ({ tables: { paymentIntents: intents, waitingPayments } }: Reader) => ({
  ...getTableColumns(waitingPayments),
  ...columnsOf(intents, 'accountId', 'amountCents', 'createdAt'),
  target: sql<string>`${intents.target}`,
  releaseAt: intents.executeAt,
});

export const itsPayment = ({ tables: { paymentIntents: intents, waitingPayments } }: Reader) =>
  eq(intents.id, waitingPayments.transactionId);

/** What an administrator decides on a payment that waits. */
export type ReviewRow = Tx['tables']['paymentReviews']['$inferSelect'];

export const waitingPayment = (id: string): Fact<WaitingRow> => ({ source: readWaiting, key: id });

async function readWaiting(on: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, WaitingRow>> {
  const rows = await on
    .prepared('protection.waiting', (reader, { paymentIntents, waitingPayments }) =>
      reader
        .select(waitingColumns(reader))
        .from(waitingPayments)
        .innerJoin(paymentIntents, itsPayment(reader))
        .where(anyOf(reader, waitingPayments.transactionId, 'ids')),
    )
    .execute({ ids: idList(on, ids) });
  return new Map(rows.map((row) => [row.transactionId, row]));
}

export const findWaiting = async (on: Reader, id: string): Promise<WaitingRow | null> =>
  (await readWaiting(on, [id])).get(id) ?? null;

/** How many payments of this customer wait. */
export const waitingPaymentsOf = (userId: string): Fact<number> => ({ source: countWaiting, key: userId });

async function countWaiting(on: Reader, userIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await on
    .prepared('protection.waitingPayments', (reader, { waitingPayments: { userId, status } }) =>
      reader
        .select({ userId, waiting: count() })
        .from(reader.tables.waitingPayments)
        // Not a parameter, so that the partial index is used.
        .where(and(anyOf(reader, userId, 'userIds'), sql`${status} = 'waiting'`))
        .groupBy(userId),
    )
    .execute({ userIds: idList(on, userIds) });
  return new Map(rows.map((row) => [row.userId, row.waiting]));
}

export const insertWaiting: GroupWrite<WaitingRow> = async (tx, rows) => {
  await tx.insertRows(tx.tables.waitingPayments, rows);
};

export const insertReview: GroupWrite<
  Pick<ReviewRow, 'transactionId' | 'score' | 'createdAt'> & { reasons: Signal[] }
> = async (tx, rows) => {
  const undecided = { status: 'pending', decidedById: null, reason: null, decidedAt: null } as const;
  await tx.insertRows(
    tx.tables.paymentReviews,
    rows.map((row) => ({ ...row, ...undecided })),
  );
};

/**
 * Ends payments that wait, which moves the payments themselves on; the lock of the customer's accounts orders those who would.
 * Refuses PAYMENT_NOT_WAITING.
 */
export const concludeWaiting: GroupWrite<WaitingRow & { concludedAt: Date }> = async (tx, rows) => {
  const { waitingPayments: waiting } = tx.tables;
  for (const { transactionId, kind, status, endedById, paymentId, reason, concludedAt } of rows) {
    const ended = await tx
      .update(waiting)
      .set({ status, endedById, paymentId, reason, concludedAt, nextLookAt: null })
      .where(
        and(
          eq(waiting.transactionId, transactionId),
          eq(waiting.status, 'waiting'),
          status === 'paid' ? isNull(waiting.reason) : undefined,
        ),
      )
      .returning({ id: waiting.transactionId });
    // Stopped since it was read, which locks the customer's row only: its worker gives it back.
    if (ended.length === 0) refuse('PAYMENT_NOT_WAITING');
    const state = stateOfWaiting(status, kind !== 'transfer');
    await moveIntent(tx, { id: transactionId, state, at: concludedAt, transactionId: paymentId });
  }
};
