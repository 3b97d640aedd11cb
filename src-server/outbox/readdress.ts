import { and, desc, eq, ne } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { MOST_READDRESSED } from '#domain/limits';
import { among } from '#server/kernel/any-of';
import { idsOf, newId } from '#server/kernel/id';
import { isGivenUp } from './claim.ts';

/**
 * Gives the newest given-up mail another recipient; it stays given up until an administrator retries it. Not what is sealed
 * (sealed.ts): its links and codes prove the former address, and are encrypted for it. Returns how many.
 */
export async function readdressGivenUp(tx: Tx, former: string, recipient: string): Promise<number> {
  const { outbox } = tx.tables;
  const newest = await tx
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(eq(outbox.recipient, former), eq(outbox.channel, 'mail'), ne(outbox.html, ''), isGivenUp(outbox)),
    )
    .orderBy(desc(outbox.createdAt), desc(outbox.id))
    .limit(MOST_READDRESSED);
  // A message's recipient is fixed (guard): the message is written anew.
  const taken = await tx
    .delete(outbox)
    .where(and(among(tx, outbox.id, idsOf(newest)), isGivenUp(outbox)))
    .returning();
  const anew = taken.map((mail) => ({ ...mail, id: newId(), recipient }));
  if (anew.length > 0) await tx.insertRows(outbox, anew);
  return anew.length;
}

/** Deletes the letters that could not be sent to the address of a relation that ends. */
export async function deleteGivenUp(tx: Tx, address: string): Promise<void> {
  const { outbox } = tx.tables;
  await tx
    .delete(outbox)
    .where(and(eq(outbox.recipient, address), eq(outbox.channel, 'mail'), isGivenUp(outbox)));
}
