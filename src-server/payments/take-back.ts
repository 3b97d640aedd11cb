import { eq } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import { toDecimal } from '#domain/money';
import { isRefunded } from '#domain/pix/comparison';
import { Refusal, refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import { systemActor } from '#server/audit/system-actor';
import type { Bank } from '#server/kernel/context';
import { queueMessage, receiverOf } from '#server/outbox/queue-message';
import type { ProviderPayment } from '#server/provider/money-shapes';
import { lockHeldOf, writeHeld } from './held/held-row.ts';
import { undo } from './orders/order-postings.ts';
import { isBooked } from './receive.ts';
import {
  bookProviderReturns,
  missingReturns,
  NOTHING_LEFT,
  type TakenBack,
} from './returns/book-provider-returns.ts';
import { returnedOf } from './returns/open-returns.ts';

const REASON = 'PIX devolvido a quem pagou';

/**
 * Takes back what the provider refunded by itself of a payment, once: the whole, released or still held, is reversed; a part, or the
 * rest of what its receiver gives back, is a return of its own. `payment` must come from a query. What is left must be asked for again:
 * reserved money may be back later, and no other event tells of the refund. If the money is spent, a difference remains for administrators.
 * Not a decision: only what it reverses tells which accounts it moves.
 */
export async function takeBack(bank: Bank, payment: ProviderPayment): Promise<TakenBack> {
  if (!isRefunded(payment.status) && payment.refunds.length === 0) return NOTHING_LEFT;
  if (!(await isBooked(bank.db, payment.id))) return { cents: 0, left: 'notReceived' };
  const isPart = !isRefunded(payment.status) || (await returnedOf(bank.db, [payment.id])).size > 0;
  try {
    if (isPart) return await bookProviderReturns(bank, payment);
    const cents = await bank.db.transaction((tx) => unbook(tx, bank, payment.id));
    return { cents, left: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'INSUFFICIENT_FUNDS') return { cents: 0, left: 'spent' };
    if (error.code === 'ALREADY_REVERSED') return NOTHING_LEFT;
    if (error.code !== 'RETURN_TOO_MUCH') throw error;
    const isOver = isPart && (await missingReturns(bank.db, payment)).length === 0;
    return isOver ? NOTHING_LEFT : { cents: 0, left: 'changed' };
  }
}

/** Reverses the credit to the customer first, then the holding. Returns its cents. Refuses ALREADY_REVERSED, INSUFFICIENT_FUNDS, RETURN_TOO_MUCH. */
async function unbook(tx: Tx, bank: Bank, providerId: string): Promise<number> {
  const at = bank.clock.now();
  const held = await lockHeldOf(tx, providerId);
  const received = await receivedOf(tx, providerId);
  const booked = received ?? held;
  if (!booked) throw new Error(`incoming payment ${providerId} is not booked`);
  for (const { transactionId } of [received, held].filter((one) => one !== null))
    await undo(tx, transactionId, REASON, at);
  // The reversal has locked the account from which a return would be paid.
  if ((await returnedOf(tx, [providerId])).size > 0) refuse('RETURN_TOO_MUCH');
  if (held) await writeHeld(tx, held, { status: 'returned', nextLookAt: null, concludedAt: at });
  const owner = await receiverOf(tx, booked.userId);
  if (received) await queueMessage(tx, bank, 'pix_taken_back', owner, { ...booked, isPart: false });
  // They see it nowhere else, and one administrator decides on it.
  else await queueMessage(tx, bank, 'held_pix_returned', owner, booked);
  await record(tx, systemActor(bank, 'Pagamentos'), {
    action: 'take_back_pix',
    entityId: booked.transactionId,
    changes: { amount: toDecimal(booked.amountCents), providerId },
  });
  return booked.amountCents;
}

async function receivedOf(on: Reader, providerId: string) {
  const { incomingPayments } = on.tables;
  const [row] = await on.select().from(incomingPayments).where(eq(incomingPayments.providerId, providerId));
  return row ?? null;
}
