import { eq } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { addDays, bankDate } from '#domain/date';
import { MAX_DESCRIPTION_LENGTH } from '#domain/limits';
import { FAIL_REASONS, meaningOf, type ProviderState } from '#domain/pix/order';
import { refundOf, stateOfRefund } from '#domain/pix/refund';
import { returnReasonInWords } from '#domain/pix/returns';
import { PAID_BY_BANK } from '#domain/pix/words';
import { lookAtClock } from '#server/kernel/clock-watch';
import type { Bank } from '#server/kernel/context';
import {
  findExternal,
  isOpen,
  type OpenExternalAccount,
  providerAccountOf,
} from '#server/onboarding/external-account';
import type { ProviderAccount } from '#server/provider/client';
import { type PixDebit, withReference } from '#server/provider/code-shapes';
import type {
  ProviderBill,
  ProviderPayment,
  ProviderTransfer,
  TransferTarget,
} from '#server/provider/money-shapes';
import { answered, mapped, type Outcome, unknown } from '#server/provider/outcome';
import { knownReturnsOf } from '../returns/open-returns.ts';
import type { OrderRow } from './order-row.ts';

/** Nothing was sent: a preceding query failed, or the call came too late. The order is sent again. */
const NOT_SENT = { kind: 'unreached' } as const;

/** Sends an order with its id as reference. The caller checked that it is due; `mayCall` checks again before the call. */
export async function send(
  bank: Bank,
  order: OrderRow,
  mayCall: () => boolean,
): Promise<Outcome<ProviderState>> {
  const from = await payerOf(bank, order);
  if (order.incomingId !== null)
    return mayCall() ? sendReturn(bank, from, order, order.incomingId) : NOT_SENT;
  const description = await descriptionOf(bank.db, order);
  const { transactionId: externalReference, amountCents } = order;
  if (order.kind === 'boleto') {
    if (!mayCall()) return NOT_SENT;
    const bill = { externalReference, amountCents, description, line: order.target ?? '' };
    return mapped(await from.payBill(bill), stateOfObject);
  }
  if (order.payload !== null) {
    if (!mayCall()) return NOT_SENT;
    const { payload } = order;
    return mapped(await from.payQr({ externalReference, amountCents, description, payload }), stateOfObject);
  }
  const to = await targetOf(bank, order);
  if (!to || !mayCall()) return NOT_SENT;
  return mapped(await from.transfer({ externalReference, amountCents, description, to }), stateOfObject);
}

/** The provider's state of an order; null when it verifiably does not have it. Unknown beyond `maxPages` of transfers, ten each. */
export async function ask(
  bank: Bank,
  order: OrderRow,
  maxPages?: number,
): Promise<Outcome<ProviderState | null>> {
  const from = await payerOf(bank, order);
  if (order.incomingId !== null) return returnIn(bank.db, order, await from.payment(order.incomingId));
  if (order.providerId !== null)
    return mapped(await objectById(from, order, order.providerId), stateOfObject);
  const object = await objectByReference(from, order, await searchedSince(bank, order), maxPages);
  return mapped(object, (found) => found && stateOfObject(found));
}

/**
 * A day before any on which the provider may have got it. Orders are made by the bank's clock and sent by the machine's; either may be ahead of
 * the provider's, or have been, so the earliest moment counts. One that was searched too late would be sent again.
 */
async function searchedSince(bank: Bank, { createdAt, sentAt }: OrderRow): Promise<string> {
  const { machineAt, known } = await lookAtClock(bank);
  const moments = [createdAt, sentAt, machineAt, known?.at].flatMap((at) => (at ? [at.getTime()] : []));
  return addDays(bankDate(new Date(Math.min(...moments))), -1);
}

/** The provider answers with the whole payment. One that lists no refund of this order has begun it all the same. */
async function sendReturn(
  { db }: Bank,
  from: ProviderAccount,
  order: OrderRow,
  incomingId: string,
): Promise<Outcome<ProviderState>> {
  const { transactionId, amountCents, returnReason, returnText } = order;
  const reason = returnReason ? returnReasonInWords(returnReason, returnText) : '';
  const sent = await from.refund(
    incomingId,
    withReference(reason, transactionId, MAX_DESCRIPTION_LENGTH),
    amountCents,
  );
  const found = await returnIn(db, order, sent);
  if (found.kind !== 'answered') return found;
  const at = { providerId: null, amountCents, endToEndId: null, payee: null };
  return answered(found.value ?? { kind: 'processing', at });
}

/** A return's state in its payment. Unknown when a refund may be this order's: nothing is sent again then. */
export async function returnIn(
  on: Reader,
  order: OrderRow,
  payment: Outcome<Pick<ProviderPayment, 'refunds'>>,
): Promise<Outcome<ProviderState | null>> {
  if (payment.kind !== 'answered') return payment;
  const refund = refundOf(order, payment.value.refunds, await knownReturnsOf(on, order.incomingId ?? ''));
  if (refund === 'unclear') return unknown('malformed');
  return answered(refund && stateOfRefund(refund));
}

/** How the provider keeps an order. */
export type OrderObject = ProviderBill | ProviderTransfer | PixDebit;

export function objectById(
  from: ProviderAccount,
  { kind, payload }: OrderRow,
  id: string,
): Promise<Outcome<OrderObject>> {
  if (kind === 'boleto') return from.billById(id);
  return payload === null ? from.transferById(id) : from.pixDebitById(id);
}

/** Null when the provider's list since that day has none. */
export function objectByReference(
  from: ProviderAccount,
  { kind, payload, transactionId }: OrderRow,
  since: string,
  maxPages?: number,
): Promise<Outcome<OrderObject | null>> {
  if (kind === 'boleto') return from.billByReference(transactionId, since);
  if (payload === null) return from.transferByReference(transactionId, since, maxPages);
  return from.pixDebitByReference(transactionId);
}

export function stateOfObject(object: OrderObject): ProviderState {
  const { id: providerId, amountCents, status, failReason } = object;
  const { endToEndId, payee } = 'payee' in object ? object : { endToEndId: null, payee: null };
  const txid = 'txid' in object ? object.txid : null;
  const at = { providerId, amountCents, endToEndId, payee, txid };
  const kind = meaningOf(status);
  return kind === 'failed' ? { kind, at, reason: failReason || FAIL_REASONS.failed } : { kind, at };
}

/** Boletos and moves into a customer's account are paid by the bank's account, others by the customer's. */
async function payerOf(bank: Bank, { kind, userId }: OrderRow): Promise<ProviderAccount> {
  if (PAID_BY_BANK.includes(kind)) return bank.provider.root;
  return providerAccountOf(bank, await externalOf(bank.db, userId));
}

async function targetOf(bank: Bank, order: OrderRow): Promise<TransferTarget | null> {
  if (order.kind === 'move_in') return { walletId: (await externalOf(bank.db, order.userId)).walletId };
  if (order.kind === 'move_out') {
    const wallet = await bank.provider.root.wallet();
    return wallet.kind === 'answered' ? wallet.value : null;
  }
  if (!order.target || !order.targetType) throw new Error(`order ${order.transactionId}: PIX without a key`);
  return { pixKey: order.target, pixKeyType: order.targetType };
}

async function externalOf(on: Reader, userId: string): Promise<OpenExternalAccount> {
  const external = await findExternal(on, userId);
  if (!isOpen(external)) throw new Error(`user ${userId} has no open external account`);
  return external;
}

async function descriptionOf(on: Reader, { transactionId }: OrderRow): Promise<string> {
  const { transactions } = on.tables;
  const [row] = await on
    .select({ description: transactions.description })
    .from(transactions)
    .where(eq(transactions.id, transactionId));
  return row?.description ?? '';
}
