import { z } from 'zod';
import type { Bank } from '#server/kernel/context';

/** PostgreSQL's text holds no NUL, and a name of something holds no control characters. */
const name = (longest: number) => z.string().regex(new RegExp(`^\\P{Cc}{1,${longest}}$`, 'u'));
const named = z
  .object({ id: name(200) })
  .nullish()
  .catch(null);

/** What of an event is kept: which it is, and what it names. All else is a hint, and the provider is asked instead. */
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

/** Events that the bank does something about; it keeps the others, and they are done. */
const HANDLED = /^(PAYMENT|TRANSFER|BILL|ACCOUNT_STATUS)_/;

/** The first time an event comes it is stored and due; every other time nothing happens. */
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
        lastError: null,
      })
      .onConflictDoNothing();
  });
}
