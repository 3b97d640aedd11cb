import { and, eq, gt } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { newId } from '#server/kernel/id';
import { isGivenUp } from './claim.ts';

/**
 * Gives given-up mail another recipient; it stays given up until an administrator retries it. Not what is urgency 0: links
 * and codes prove the former address, and are encrypted for it. Returns how many.
 */
export async function readdressGivenUp(tx: Tx, former: string, recipient: string): Promise<number> {
  const { outbox } = tx.tables;
  // A message's recipient is fixed (guard): the message is written anew.
  const taken = await tx
    .delete(outbox)
    .where(
      and(eq(outbox.recipient, former), eq(outbox.channel, 'mail'), gt(outbox.urgency, 0), isGivenUp(outbox)),
    )
    .returning();
  for (const mail of taken) await tx.insert(outbox).values({ ...mail, id: newId(), recipient });
  return taken.length;
}

/** Deletes the letters that could not be sent to the address of a relation that ends. */
export async function deleteGivenUp(tx: Tx, address: string): Promise<void> {
  const { outbox } = tx.tables;
  await tx
    .delete(outbox)
    .where(and(eq(outbox.recipient, address), eq(outbox.channel, 'mail'), isGivenUp(outbox)));
}
