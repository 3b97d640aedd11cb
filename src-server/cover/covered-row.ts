import { eq } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import { forUpdate } from '#db/lock';
import type { Tables } from '#db/schema';
import { amountCentsOf, type Payment } from '#domain/cover/input';
import type { AskedBefore, DecidingContext } from '#server/kernel/context';

export type CoveredRow = Tables['coveredPayments']['$inferSelect'];

/** A payment that waits for its cover, the order with this id. */
export const newCoveredRow = (
  { clock, user, session, token }: Pick<DecidingContext, 'clock' | 'user' | 'session' | 'token'>,
  coverId: string,
  { payment, cover, paymentKey }: { payment: Payment; cover: number; paymentKey: string },
): CoveredRow => ({
  coverId,
  userId: user.id,
  kind: payment.kind,
  status: 'covering',
  amountCents: amountCentsOf(payment),
  coverCents: cover,
  request: payment.input,
  paymentKey,
  askedBy: token ? 'token' : session ? 'session' : null,
  accessId: token?.id ?? session?.publicId ?? null,
  answer: null,
  orderId: null,
  returnId: null,
  failReason: null,
  nextLookAt: clock.real(),
  createdAt: clock.now(),
  concludedAt: null,
});

export async function insertCovered(tx: Tx, rows: readonly CoveredRow[]): Promise<void> {
  await tx.insertRows(tx.tables.coveredPayments, rows);
}

export async function findCovered(on: Reader, id: string): Promise<CoveredRow | null> {
  const { coveredPayments } = on.tables;
  const [row] = await on.select().from(coveredPayments).where(eq(coveredPayments.coverId, id));
  return row ?? null;
}

export async function lockCovered(tx: Tx, id: string): Promise<CoveredRow | null> {
  const { coveredPayments } = tx.tables;
  const [row] = await forUpdate(tx.select().from(coveredPayments).where(eq(coveredPayments.coverId, id)));
  return row ?? null;
}

/** Who asked for it, for the work that goes on later. */
export const askedIn = ({ askedBy, accessId }: CoveredRow): AskedBefore | null =>
  askedBy && { askedBy, accessId };

export const paymentIn = ({ kind, request }: Pick<CoveredRow, 'kind' | 'request'>): Payment =>
  ({ kind, input: request }) as Payment;
