import { eq } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import { forUpdate } from '#db/lock';
import type { Tables } from '#db/schema';
import type { Payment } from '#domain/cover/input';

export type CoveredRow = Tables['coveredPayments']['$inferSelect'];

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

export const paymentIn = ({ kind, request }: Pick<CoveredRow, 'kind' | 'request'>): Payment =>
  ({ kind, input: request }) as Payment;
