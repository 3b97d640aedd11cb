import { eq } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import { databaseError } from '#db/error';
import { MAX_DESCRIPTION_LENGTH } from '#domain/limits';
import { toDecimal } from '#domain/money';
import { isReceived } from '#domain/pix/comparison';
import { record } from '#server/audit/record';
import { systemActor } from '#server/audit/system-actor';
import type { Bank } from '#server/kernel/context';
import { bankAccountId } from '#server/ledger/bank-account';
import { post } from '#server/ledger/post';
import type { OpenExternalAccount } from '#server/onboarding/external-account';
import { queueMessage, receiverOf } from '#server/outbox/queue-message';
import type { ProviderPayment } from '#server/provider/money-shapes';

type Receiver = Pick<OpenExternalAccount, 'userId' | 'accountId'>;

/** Net amount in cents: the provider may keep a fee. */
export const arrivedCents = ({
  netCents,
  amountCents,
}: Pick<ProviderPayment, 'netCents' | 'amountCents'>): number => netCents ?? amountCents;

/** Books a payment once per provider id. `payment` must come from a query. Returns whether this call booked it. */
export async function receive(bank: Bank, receiver: Receiver, payment: ProviderPayment): Promise<boolean> {
  if (!isReceived(payment.status) || (await isBooked(bank.db, payment.id))) return false;
  try {
    await bank.db.transaction((tx) => book(tx, bank, receiver, payment));
    return true;
  } catch (error) {
    // Another process booked it; this one wrote nothing.
    const refused = databaseError(error);
    if (refused?.kind === 'unique' && refused.table === 'incoming_payments') return false;
    throw error;
  }
}

export async function isBooked(on: Reader, providerId: string): Promise<boolean> {
  const { incomingPayments } = on.tables;
  return (await on.$count(incomingPayments, eq(incomingPayments.providerId, providerId))) > 0;
}

async function book(tx: Tx, bank: Bank, { userId, accountId }: Receiver, payment: ProviderPayment) {
  const at = bank.clock.now();
  const { id: providerId, payerName, payerDocument, endToEndId } = payment;
  const amountCents = arrivedCents(payment);
  const { transactionId } = await post(tx, {
    type: 'deposit',
    description: `PIX recebido${payerName ? ` de ${payerName}` : ''}`.slice(0, MAX_DESCRIPTION_LENGTH),
    createdAt: at,
    actorId: null,
    entries: [
      { accountId, amountCents },
      { accountId: await bankAccountId(tx, 'provider_cash'), amountCents: -amountCents },
    ],
    accounts: { reach: 'any' },
  });
  const row = { providerId, userId, transactionId, amountCents, payerName, payerDocument, endToEndId };
  await tx.insert(tx.tables.incomingPayments).values({ ...row, createdAt: at });
  const customer = await receiverOf(tx, userId);
  await queueMessage(tx, bank, 'pix_received', customer, { amountCents, payerName });
  await record(tx, systemActor(bank, 'Pagamentos'), {
    action: 'receive_pix',
    entityId: transactionId,
    changes: { accountId, amount: toDecimal(amountCents), providerId },
  });
}
