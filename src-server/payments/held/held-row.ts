import { eq } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import { forUpdate } from '#db/lock';
import type { Tables } from '#db/schema';

export type HeldRow = Tables['heldPayments']['$inferSelect'];

/** `id`: the transaction that booked it. */
export async function lockHeld(tx: Tx, id: string): Promise<HeldRow | null> {
  const { heldPayments } = tx.tables;
  const [row] = await forUpdate(tx.select().from(heldPayments).where(eq(heldPayments.transactionId, id)));
  return row ?? null;
}

/** Locked, so that it is not released while its refund is booked. */
export async function lockHeldOf(tx: Tx, providerId: string): Promise<HeldRow | null> {
  const { heldPayments } = tx.tables;
  const [row] = await forUpdate(
    tx.select().from(heldPayments).where(eq(heldPayments.providerId, providerId)),
  );
  return row ?? null;
}

export async function isHeld(on: Reader, providerId: string): Promise<boolean> {
  const { heldPayments } = on.tables;
  return (await on.$count(heldPayments, eq(heldPayments.providerId, providerId))) > 0;
}

export async function writeHeld(
  tx: Tx,
  { transactionId }: Pick<HeldRow, 'transactionId'>,
  change: Partial<HeldRow>,
): Promise<void> {
  const { heldPayments } = tx.tables;
  await tx.update(heldPayments).set(change).where(eq(heldPayments.transactionId, transactionId));
}
