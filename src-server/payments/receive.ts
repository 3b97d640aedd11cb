import { and, eq } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import { databaseError } from '#db/error';
import { forNoKeyUpdate } from '#db/lock';
import { toDecimal } from '#domain/money';
import { isReceived } from '#domain/pix/comparison';
import { record } from '#server/audit/record';
import { systemActor } from '#server/audit/system-actor';
import { among } from '#server/kernel/any-of';
import type { Bank } from '#server/kernel/context';
import { bankAccountId } from '#server/ledger/bank-account';
import { post } from '#server/ledger/post';
import type { OpenExternalAccount } from '#server/onboarding/external-account';
import { queueMessage, receiverOf } from '#server/outbox/queue-message';
import type { ProviderPayment } from '#server/provider/money-shapes';
import { type ChargeRow, chargeBehind, lockCharge } from './charges/charge-row.ts';
import { linkPayment, tellPaid } from './charges/link-payment.ts';
import { isHeld } from './held/held-row.ts';
import { type Arrived, hold, receivedText } from './held/hold.ts';
import { lockOrder } from './orders/order-row.ts';

const BOOKED_IN = ['incoming_payments', 'held_payments'];

type Receiver = Pick<OpenExternalAccount, 'userId' | 'accountId'>;

/** Net amount in cents: the provider may keep a fee. */
export const arrivedCents = ({
  netCents,
  amountCents,
}: Pick<ProviderPayment, 'netCents' | 'amountCents'>): number => netCents ?? amountCents;

/**
 * Books a payment once per provider id and end-to-end id. `payment` must come from a query. Returns whether this call booked it. Not a decision:
 * to hold it instead it needs the administrators and their settings, which a decision cannot name before.
 */
export async function receive(bank: Bank, receiver: Receiver, payment: ProviderPayment): Promise<boolean> {
  const amountCents = arrivedCents(payment);
  // A fee that takes all of it leaves nothing to book; the reconciliation names it.
  if (!isReceived(payment.status) || amountCents <= 0 || (await isBooked(bank.db, payment.id))) return false;
  const { id: providerId, payerName, payerDocument, endToEndId } = payment;
  const { userId } = receiver;
  const paid = { providerId, userId, amountCents, payerName, payerDocument, endToEndId };
  const chargeId = await chargeBehind(bank.db, userId, payment);
  return receiveOnce(bank, receiver, { ...paid, isReturn: false, orderId: null }, chargeId);
}

/** As `receive`, of what has arrived. `chargeId`: the receiver's charge that it pays. */
export async function receiveOnce(
  bank: Bank,
  receiver: Receiver,
  arrived: Arrived,
  chargeId: string | null = null,
): Promise<boolean> {
  try {
    return await bank.db.transaction((tx) => book(tx, bank, receiver, { arrived, chargeId }));
  } catch (error) {
    // Another process booked it; this one wrote nothing.
    const refused = databaseError(error);
    if (refused?.kind === 'unique' && BOOKED_IN.includes(refused.table)) return false;
    throw error;
  }
}

export async function isBooked(on: Reader, providerId: string): Promise<boolean> {
  const { incomingPayments } = on.tables;
  const booked = await on.$count(incomingPayments, eq(incomingPayments.providerId, providerId));
  return booked > 0 || isHeld(on, providerId);
}

/** Those of these ids that are booked, or held. */
export async function bookedAmong(on: Reader, providerIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { heldPayments: held, incomingPayments: incoming } = on.tables;
  const rows = [
    ...(await on
      .select({ id: incoming.providerId })
      .from(incoming)
      .where(among(on, incoming.providerId, providerIds))),
    ...(await on
      .select({ id: held.providerId })
      .from(held)
      .where(among(on, held.providerId, providerIds))),
  ];
  return new Set(rows.map(({ id }) => id));
}

/** Deactivated persons, and those whose relationship is closed, receive nothing until an administrator decides. */
async function book(
  tx: Tx,
  bank: Bank,
  receiver: Receiver,
  { arrived, chargeId }: { arrived: Arrived; chargeId: string | null },
): Promise<boolean> {
  const isActive = await lockOwner(tx, receiver.userId);
  if (await isBooked(tx, arrived.providerId)) return false;
  if (await isListedTwice(tx, arrived)) {
    bank.log.warn({ payment: arrived.providerId }, 'the provider lists a booked PIX under another id too');
    return false;
  }
  if (arrived.orderId !== null && (await isGivenBack(tx, arrived.orderId))) return false;
  const charge = chargeId === null ? null : await lockCharge(tx, chargeId);
  const booked = isActive
    ? await credit(tx, bank, receiver, { arrived, charge })
    : await hold(tx, bank, arrived);
  const { providerId, amountCents, payerName } = arrived;
  if (charge) await linkPayment(tx, charge, { ...booked, providerId, amountCents, payerName });
  return true;
}

/**
 * Whether the same PIX is booked, or held, under another id. What came back counts by an id of its own (D) alone: parts may share that of the
 * PIX they are of (E). Asked with the owner locked, so that of two at once one is booked.
 */
async function isListedTwice(on: Reader, { userId, endToEndId, isReturn }: Arrived): Promise<boolean> {
  if (endToEndId === null || (isReturn && !endToEndId.startsWith('D'))) return false;
  const { heldPayments: held, incomingPayments: incoming } = on.tables;
  for (const booked of [incoming, held]) {
    const isSame = and(
      eq(booked.endToEndId, endToEndId),
      eq(booked.userId, userId),
      eq(booked.isReturn, isReturn),
    );
    if ((await on.$count(booked, isSame)) > 0) return true;
  }
  return false;
}

/** The provider may say of the order itself that it came back, which of a closed customer's is held. Locked: what is said first counts. */
async function isGivenBack(tx: Tx, orderId: string): Promise<boolean> {
  const order = await lockOrder(tx, orderId);
  return order?.status === 'failed' || order?.status === 'returned' || isHeld(tx, orderId);
}

/** Whether the owner is active. Locked: a payment is not booked twice when access changes meanwhile. */
async function lockOwner(tx: Tx, userId: string): Promise<boolean> {
  const { users } = tx.tables;
  const [owner] = await forNoKeyUpdate(
    tx.select({ isActive: users.isActive }).from(users).where(eq(users.id, userId)),
  );
  return owner?.isActive ?? false;
}

type Credited = { transactionId: string; createdAt: Date };

async function credit(
  tx: Tx,
  bank: Bank,
  { userId, accountId }: Receiver,
  { arrived, charge }: { arrived: Arrived; charge: ChargeRow | null },
): Promise<Credited> {
  const at = bank.clock.now();
  const { providerId, payerName, amountCents, isReturn } = arrived;
  const { transactionId } = await post(tx, {
    type: 'deposit',
    description: receivedText(arrived),
    createdAt: at,
    actorId: null,
    entries: [
      { accountId, amountCents },
      { accountId: await bankAccountId(tx, 'provider_cash'), amountCents: -amountCents },
    ],
    accounts: { reach: 'any' },
  });
  await tx.insert(tx.tables.incomingPayments).values({ ...arrived, transactionId, createdAt: at });
  const customer = await receiverOf(tx, userId);
  const told = { amountCents, payerName };
  if (charge) await tellPaid(tx, bank, customer, { ...told, charge });
  else await queueMessage(tx, bank, isReturn ? 'pix_came_back' : 'pix_received', customer, told);
  await record(tx, systemActor(bank, 'Pagamentos'), {
    action: isReturn ? 'receive_pix_return' : 'receive_pix',
    entityId: transactionId,
    changes: {
      accountId,
      amount: toDecimal(amountCents),
      providerId,
      ...(charge && { chargeId: charge.id }),
    },
  });
  return { transactionId, createdAt: at };
}
