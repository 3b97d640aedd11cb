import type { Tx } from '#db/db';
import type { ChargeStatus } from '#domain/charge/words';
import type { Bank } from '#server/kernel/context';
import { queueMessage, type receiverOf } from '#server/outbox/queue-message';
import type { Arrived } from '../held/hold.ts';
import { type ChargeRow, writeCharge } from './charge-row.ts';

type Booked = Pick<Arrived, 'providerId' | 'amountCents' | 'payerName'> & {
  transactionId: string;
  createdAt: Date;
};

/**
 * In the commit that books a payment of a locked charge: the charge is paid, whatever it was before. Further payments are kept beside the
 * first.
 */
export async function linkPayment(tx: Tx, charge: ChargeRow, booked: Booked): Promise<void> {
  await tx.insert(tx.tables.chargePayments).values({ ...booked, chargeId: charge.id });
  // Its own payment; a code that was removed before is not asked about again either.
  if (isFinal(charge.status)) return writeCharge(tx, charge, { nextLookAt: null });
  await writeCharge(tx, charge, {
    status: 'paid',
    concludedAt: booked.createdAt,
    nextLookAt: null,
    ...(charge.providerId === null && { providerId: booked.providerId }),
  });
}

const isFinal = (status: ChargeStatus): boolean => status === 'paid' || status === 'failed';

export async function tellPaid(
  tx: Tx,
  bank: Bank,
  to: Awaited<ReturnType<typeof receiverOf>>,
  { charge, amountCents, payerName }: { charge: ChargeRow } & Pick<Arrived, 'amountCents' | 'payerName'>,
): Promise<void> {
  const { id, status, description } = charge;
  await queueMessage(tx, bank, 'charge_paid', to, { id, was: status, description, amountCents, payerName });
}
