import { and, eq } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import type { Tables } from '#db/schema';
import { toDecimal } from '#domain/money';
import { isRefunded } from '#domain/pix/comparison';
import { type RefundAtProvider, refundedCents, unbookedRefunds } from '#domain/pix/refund';
import { returnDescription } from '#domain/pix/returns';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import { systemActor } from '#server/audit/system-actor';
import type { Bank } from '#server/kernel/context';
import { bankAccountId } from '#server/ledger/bank-account';
import { post } from '#server/ledger/post';
import { queueMessage, receiverOf } from '#server/outbox/queue-message';
import { insertIntents, newIntent } from '#server/protection/intents/intent-row';
import type { ProviderPayment } from '#server/provider/money-shapes';
import { orderAsked } from '../orders/order-asked.ts';
import { reservation, settle } from '../orders/order-postings.ts';
import { insertOrders, type NewOrder, newOrderRow } from '../orders/order-row.ts';
import { knownReturnsOf, openReturnsOf, returnedOf } from './open-returns.ts';
import { tellPayer } from './tell-payer.ts';

type ReceivedRow = Tables['incomingPayments']['$inferSelect'];

/**
 * Why refunds that the provider tells of are not booked yet. `changed`: returns of the payment were booked or begun at the same time, or
 * would exceed it.
 */
export type Unbooked = 'notReceived' | 'underWay' | 'spent' | 'changed';

/** `cents`: that this call took back. `left` null: no refund is left to be booked. */
export type TakenBack = { cents: number; left: Unbooked | null };

export const NOTHING_LEFT: TakenBack = { cents: 0, left: null };
const UNDER_WAY: TakenBack = { cents: 0, left: 'underWay' };

type Told = Pick<ProviderPayment, 'id' | 'status' | 'refunds'>;

/** Refunds that the provider made by itself of a payment and that are not booked. */
export const missingReturns = async (
  on: Reader,
  { id, refunds }: Pick<Told, 'id' | 'refunds'>,
): Promise<RefundAtProvider[]> => unbookedRefunds(refunds, await knownReturnsOf(on, id));

/**
 * Books refunds that the provider made by itself of a payment, each once, as concluded returns without a reason. While a return of its
 * receiver's is open nothing is booked: one of the refunds may be it. Nor is it of a held payment, whose release asks for them. Refuses
 * INSUFFICIENT_FUNDS, RETURN_TOO_MUCH.
 */
export async function bookProviderReturns(bank: Bank, payment: Told): Promise<TakenBack> {
  const { id } = payment;
  const expected = await missingReturns(bank.db, payment);
  if (expected.length === 0) return (await isWholeLeft(bank.db, payment)) ? UNDER_WAY : NOTHING_LEFT;
  if ((await openReturnsOf(bank.db, id)).length > 0) return UNDER_WAY;
  return bank.db.transaction(async (tx) => {
    const received = await receivedOf(tx, id);
    if (!received) return NOTHING_LEFT;
    for (const [place, refund] of expected.entries())
      await book(tx, bank, received, {
        refund,
        isStillMissing: async () => (await missingReturns(tx, payment)).length === expected.length - place,
      });
    return { cents: refundedCents(expected), left: null };
  });
}

/** The whole may be taken back without a refund in the list: it is reversed if the receiver's returns, which are open, fail. */
async function isWholeLeft(on: Reader, { id, status }: Told): Promise<boolean> {
  if (!isRefunded(status)) return false;
  const { doneCents, openCents } = (await returnedOf(on, [id])).get(id) ?? NONE;
  return openCents > 0 || doneCents === 0;
}

async function receivedOf(on: Reader, providerId: string): Promise<ReceivedRow | null> {
  const { incomingPayments } = on.tables;
  const isIt = and(eq(incomingPayments.providerId, providerId), eq(incomingPayments.isReturn, false));
  const [row] = await on.select().from(incomingPayments).where(isIt);
  return row ?? null;
}

type ToBook = { refund: RefundAtProvider; isStillMissing: () => Promise<boolean> };

async function book(tx: Tx, bank: Bank, received: ReceivedRow, { refund, isStillMissing }: ToBook) {
  const { userId, providerId } = received;
  const { amountCents, endToEndId } = refund;
  const createdAt = bank.clock.now();
  const accountId = await creditedBy(tx, received.transactionId);
  const order = orderOf(received, accountId, amountCents);
  const { transactionId } = await post(tx, {
    ...reservation(order, await bankAccountId(tx, 'provider_clearing')),
    // It has left already, whatever the account may do.
    accounts: { reach: 'any' },
    createdAt,
    actorId: null,
  });
  // The posting has locked the account from which every return of this payment is paid.
  const { doneCents, openCents } = (await returnedOf(tx, [providerId])).get(providerId) ?? NONE;
  if (openCents > 0 || doneCents + amountCents > received.amountCents || !(await isStillMissing()))
    refuse('RETURN_TOO_MUCH');
  const payment = { id: transactionId, userId, accountId, amountCents, createdAt };
  await insertIntents(tx, [newIntent(payment, orderAsked(order), { state: 'done' })]);
  const placed = { transactionId, intentId: transactionId, userId, createdAt, now: bank.clock.real() };
  const reserved = newOrderRow(order, placed);
  const concludedById = await settle(tx, reserved, createdAt);
  const done = {
    status: 'done',
    concludedById,
    concludedAt: createdAt,
    nextLookAt: null,
    endToEndId,
  } as const;
  await insertOrders(tx, [{ ...reserved, ...done }]);
  await tellPayer(tx, bank, providerId, endToEndId);
  await queueMessage(tx, bank, 'pix_taken_back', await receiverOf(tx, userId), {
    ...received,
    amountCents,
    isPart: true,
  });
  await record(tx, systemActor(bank, 'Pagamentos'), {
    action: 'take_back_pix',
    entityId: transactionId,
    changes: { amount: toDecimal(amountCents), providerId, received: received.transactionId },
  });
}

const NONE = { doneCents: 0, openCents: 0 };

const orderOf = (received: ReceivedRow, fromAccountId: string, amountCents: number): NewOrder => ({
  kind: 'return',
  amountCents,
  description: returnDescription(received),
  fromAccountId,
  payeeName: received.payerName,
  payeeDocument: received.payerDocument,
  returned: { incomingId: received.providerId, reason: null, text: null },
});

/** The account that a received PIX was booked to. */
async function creditedBy(on: Reader, transactionId: string): Promise<string> {
  const { accounts, entries } = on.tables;
  const [row] = await on
    .select({ accountId: entries.accountId })
    .from(entries)
    .innerJoin(accounts, eq(accounts.id, entries.accountId))
    .where(and(eq(entries.transactionId, transactionId), eq(accounts.accountType, 'external')));
  if (!row) throw new Error(`transaction ${transactionId} credits no external account`);
  return row.accountId;
}
