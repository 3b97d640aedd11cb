import { z } from 'zod';
import type { Tx } from '#db/db';
import type { Tables } from '#db/schema';
import type { Bank } from '#server/kernel/context';

/** No control characters; PostgreSQL text cannot hold NUL. */
const name = (longest: number) => z.string().regex(new RegExp(`^\\P{Cc}{1,${longest}}$`, 'u'));
const named = z
  .object({ id: name(200) })
  .nullish()
  .catch(null);

/** Only ids are stored; the provider is asked for the rest. */
export const eventSchema = z.object({
  id: name(200),
  event: name(100),
  account: named,
  payment: named,
  transfer: named,
  bill: named,
  accountStatus: named,
});
export type ProviderEvent = z.output<typeof eventSchema>;

/** The events that the bank handles; others are stored as done. */
const HANDLED = /^(PAYMENT|TRANSFER|BILL|ACCOUNT_STATUS)_/;

type OwnEvent = Pick<
  Tables['providerEvents']['$inferSelect'],
  'id' | 'event' | 'accountProviderId' | 'objectId'
>;

/** Leaves an event of the bank's own: the provider is soon asked about its object. Once for each `id`. */
export async function leaveEvent(tx: Tx, { clock }: Pick<Bank, 'clock'>, event: OwnEvent): Promise<void> {
  const at = clock.real();
  await tx
    .insert(tx.tables.providerEvents)
    .values({ ...event, receivedAt: at, processedAt: null, attempts: 0, nextAttemptAt: at })
    .onConflictDoNothing();
}

export async function keepEvent({ db, clock }: Bank, sent: ProviderEvent): Promise<void> {
  const at = clock.real();
  const isHandled = HANDLED.test(sent.event);
  await db.transaction(async (tx) => {
    await tx
      .insert(tx.tables.providerEvents)
      .values({
        id: sent.id,
        event: sent.event,
        accountProviderId: sent.account?.id ?? null,
        objectId: (sent.payment ?? sent.transfer ?? sent.bill ?? sent.accountStatus)?.id ?? null,
        receivedAt: at,
        processedAt: isHandled ? null : at,
        attempts: 0,
        nextAttemptAt: isHandled ? at : null,
      })
      .onConflictDoNothing();
  });
}
