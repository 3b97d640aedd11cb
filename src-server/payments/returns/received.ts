import { and, eq } from 'drizzle-orm';
import type { Reader } from '#db/db';
import type { Tables } from '#db/schema';
import { refuse } from '#domain/refusal';

/** `arrivedAt`: when it came to the bank, which may have held it first. */
export type ReceivedPix = Pick<
  Tables['incomingPayments']['$inferSelect'],
  'providerId' | 'transactionId' | 'amountCents' | 'payerName' | 'payerDocument'
> & { arrivedAt: Date };

/** `id`: of the transaction that booked it. Refuses NOT_FOUND, NOT_A_RECEIVED_PIX (another movement of the customer). */
export async function findReceived(on: Reader, userId: string, id: string): Promise<ReceivedPix> {
  const { incomingPayments: incoming, heldPayments: held } = on.tables;
  const [found] = await on
    .select({ incoming, heldAt: held.createdAt })
    .from(incoming)
    .leftJoin(held, eq(held.providerId, incoming.providerId))
    .where(and(eq(incoming.transactionId, id), eq(incoming.userId, userId)));
  if (!found) refuse((await isOwn(on, userId, id)) ? 'NOT_A_RECEIVED_PIX' : 'NOT_FOUND');
  if (found.incoming.isReturn) refuse('NOT_A_RECEIVED_PIX');
  return { ...found.incoming, arrivedAt: found.heldAt ?? found.incoming.createdAt };
}

async function isOwn(on: Reader, userId: string, transactionId: string): Promise<boolean> {
  const { accounts, entries } = on.tables;
  const [own] = await on
    .select({ id: accounts.id })
    .from(entries)
    .innerJoin(accounts, eq(accounts.id, entries.accountId))
    .where(and(eq(entries.transactionId, transactionId), eq(accounts.userId, userId)))
    .limit(1);
  return own !== undefined;
}
