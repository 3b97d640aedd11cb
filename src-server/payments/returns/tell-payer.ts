import { and, eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import type { Bank } from '#server/kernel/context';
import { leaveEvent } from '../keep-event.ts';

/** An event of the bank's own; the provider sends none to a payer whose money comes back. */
export const RETURNED_TO_PAYER = 'PIX_RETURNED';

/**
 * If a customer of the bank paid this incoming payment, the provider is soon asked for what came back to them. `returnId`: the return's
 * end-to-end id, which both sides have. Any other payer is told by their bank.
 */
export async function tellPayer(
  tx: Tx,
  bank: Pick<Bank, 'clock'>,
  incomingId: string,
  returnId: string | null,
): Promise<void> {
  const { incomingPayments, paymentOrders, users } = tx.tables;
  if (returnId === null) return;
  const [payer] = await tx
    .select({ accountProviderId: users.asaasSubAccountId })
    .from(incomingPayments)
    .innerJoin(
      paymentOrders,
      and(eq(paymentOrders.endToEndId, incomingPayments.endToEndId), eq(paymentOrders.kind, 'pix')),
    )
    .innerJoin(users, eq(users.id, paymentOrders.userId))
    .where(eq(incomingPayments.providerId, incomingId));
  if (!payer) return;
  await leaveEvent(tx, bank, {
    id: `returned ${returnId}`,
    event: RETURNED_TO_PAYER,
    ...payer,
    objectId: returnId,
  });
}
