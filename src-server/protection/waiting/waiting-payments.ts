import { and, asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { secondsSince } from '#domain/moment';
import { toDecimal } from '#domain/money';
import { shownTarget } from '#domain/protection/shown-target';
import { inWords, type Signal } from '#domain/protection/signals';
import { WAITING_KINDS } from '#domain/protection/waiting';
import { maskDocument } from '#domain/tax-id';
import type { SignedInContext } from '#server/kernel/context';
import { itsPayment, waitingColumns } from './waiting-row.ts';

/** `reserved`: all of it together. `payee`: the account number, PIX key or boleto if no name is known. */
export const waitingPaymentsSchema = z.object({
  reserved: z.string(),
  payments: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(WAITING_KINDS),
      amount: z.string(),
      payee: z.string(),
      document: z.string().nullable(),
      /** When it will be made; of one that is reviewed, when it is given back if nobody has decided. */
      releaseAt: z.iso.datetime(),
      /** Why the bank reviews it; null: it does not. */
      inReview: z.string().nullable(),
      secondsLeft: z.int(),
      createdAt: z.iso.datetime(),
    }),
  ),
});
export type WaitingPayments = z.output<typeof waitingPaymentsSchema>;

/** Payments of the caller that can still be undone, the next to be made first. */
export async function waitingPayments({ db, user, clock }: SignedInContext): Promise<WaitingPayments> {
  const { paymentIntents: intents, paymentReviews, waitingPayments: waiting } = db.tables;
  const rows = await db
    .select({ ...waitingColumns(db), reviewed: paymentReviews.reasons })
    .from(waiting)
    .innerJoin(intents, itsPayment(db))
    .leftJoin(paymentReviews, eq(paymentReviews.transactionId, waiting.transactionId))
    .where(and(eq(waiting.userId, user.id), eq(waiting.status, 'waiting')))
    .orderBy(asc(intents.executeAt), asc(waiting.transactionId));
  return {
    reserved: toDecimal(rows.reduce((sum, { amountCents }) => sum + amountCents, 0)),
    payments: rows.map((row) => ({
      id: row.transactionId,
      kind: row.kind,
      amount: toDecimal(row.amountCents),
      payee: row.payeeName ?? shownTarget(row.kind, row.target),
      document: row.payeeDocument && maskDocument(row.payeeDocument),
      releaseAt: row.releaseAt.toISOString(),
      inReview: row.reviewed === null ? null : inWords(row.reviewed as Signal[]),
      secondsLeft: Math.max(0, secondsSince(clock.now(), row.releaseAt)),
      createdAt: row.createdAt.toISOString(),
    })),
  };
}
