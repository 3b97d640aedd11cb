import { eq } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import { toDecimal } from '#domain/money';
import { isRefunded } from '#domain/pix/comparison';
import { Refusal } from '#domain/refusal';
import { record } from '#server/audit/record';
import { systemActor } from '#server/audit/system-actor';
import type { Bank } from '#server/kernel/context';
import { queueMessage, receiverOf } from '#server/outbox/queue-message';
import type { ProviderPayment } from '#server/provider/money-shapes';
import { undo } from './orders/order-postings.ts';

const REASON = 'PIX devolvido a quem pagou';

/**
 * Takes back a refunded payment once. `payment` must come from a query. Returns whether this call did it. If the money
 * is spent, a difference remains for administrators.
 */
export async function takeBack(bank: Bank, payment: ProviderPayment): Promise<boolean> {
  if (!isRefunded(payment.status)) return false;
  const booked = await bookedOf(bank.db, payment.id);
  if (!booked) return false;
  try {
    await bank.db.transaction((tx) => unbook(tx, bank, booked));
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'ALREADY_REVERSED') return false;
    if (error.code !== 'INSUFFICIENT_FUNDS') throw error;
    bank.log.error(
      { payment: payment.id },
      'an incoming payment was refunded after its money had been spent',
    );
    return false;
  }
}

type Booked = Awaited<ReturnType<typeof bookedOf>> & object;

async function bookedOf(on: Reader, providerId: string) {
  const { incomingPayments } = on.tables;
  const [row] = await on.select().from(incomingPayments).where(eq(incomingPayments.providerId, providerId));
  return row ?? null;
}

async function unbook(tx: Tx, bank: Bank, booked: Booked): Promise<void> {
  const at = bank.clock.now();
  const { userId, transactionId, amountCents, providerId } = booked;
  await undo(tx, transactionId, REASON, at);
  await queueMessage(tx, bank, 'pix_taken_back', await receiverOf(tx, userId), booked);
  await record(tx, systemActor(bank, 'Pagamentos'), {
    action: 'take_back_pix',
    entityId: transactionId,
    changes: { amount: toDecimal(amountCents), providerId },
  });
}
