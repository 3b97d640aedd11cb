import { eq } from 'drizzle-orm';
import type { Tables } from '#db/schema';
import type { ProviderState } from '#domain/pix/order';
import { systemActor } from '#server/audit/system-actor';
import { countInWindow } from '#server/auth/attempt-window';
import type { Bank } from '#server/kernel/context';
import {
  findExternal,
  isOpen,
  type OpenExternalAccount,
  providerAccountOf,
} from '#server/onboarding/external-account';
import { refreshAccount } from '#server/onboarding/refresh-account';
import type { ProviderAccount } from '#server/provider/client';
import type { ProviderPayment } from '#server/provider/money-shapes';
import { answered, type Outcome, waitSecondsOf } from '#server/provider/outcome';
import { endRemoved } from './charges/end-removed.ts';
import { returnIn, stateOfObject } from './orders/ask-provider.ts';
import { concludeOrder } from './orders/conclude-order.ts';
import { findOrder } from './orders/order-row.ts';
import { isBooked, receive } from './receive.ts';
import type { Unbooked } from './returns/book-provider-returns.ts';
import { openReturnsOf } from './returns/open-returns.ts';
import { receiveReturn } from './returns/receive-return.ts';
import { RETURNED_TO_PAYER } from './returns/tell-payer.ts';
import { takeBack } from './take-back.ts';

export type EventRow = Tables['providerEvents']['$inferSelect'];

/** The account of an event: a customer's, or (null) the bank's own. */
type EventAccount = { external: OpenExternalAccount | null; account: ProviderAccount };

class NothingFollows extends Error {}

/** The provider refuses more calls with the key that was used. */
export class TooManyCalls extends Error {
  readonly waitSeconds: number;
  constructor(waitSeconds: number) {
    super('too many calls');
    this.waitSeconds = waitSeconds;
  }
}

/**
 * Only the provider's answer about the named object counts. Returns why nothing followed, or null. Throws without an
 * answer.
 */
export async function handleEvent(bank: Bank, event: EventRow): Promise<string | null> {
  try {
    await follow(bank, event);
    return null;
  } catch (error) {
    if (error instanceof NothingFollows) return error.message;
    throw error;
  }
}

async function follow(bank: Bank, row: EventRow): Promise<void> {
  const { event, accountProviderId, objectId } = row;
  const source = await eventAccountOf(bank, accountProviderId);
  if (event.startsWith('ACCOUNT_STATUS_')) return refreshStatus(bank, source);
  if (objectId === null) throw new NothingFollows('the event names no object');
  if (event === RETURNED_TO_PAYER) return takeReturn(bank, source, { ...row, objectId });
  if (event.startsWith('PAYMENT_')) return takePayment(bank, source, { ...row, id: objectId });
  await spareCalls(bank, source, { event, objectId });
  if (event.startsWith('TRANSFER_')) {
    const transfer = answeredValue(await source.account.transferById(objectId));
    await conclude(bank, source, transfer.externalReference, stateOfObject(transfer));
  } else {
    const bill = answeredValue(await source.account.billById(objectId));
    await conclude(bank, source, bill.externalReference, stateOfObject(bill));
  }
}

/** For unknown accounts the bank's own is asked, which reveals only its own objects. */
async function eventAccountOf(bank: Bank, accountProviderId: string | null): Promise<EventAccount> {
  const { users } = bank.db.tables;
  const [owner] = accountProviderId
    ? await bank.db.select({ id: users.id }).from(users).where(eq(users.asaasSubAccountId, accountProviderId))
    : [];
  const external = owner ? await findExternal(bank.db, owner.id) : null;
  if (!isOpen(external)) return { external: null, account: bank.provider.root };
  return { external, account: providerAccountOf(bank, external) };
}

/** Of what was paid, before any end. */
const ON_ITS_WAY = [
  'BILL_CREATED',
  'BILL_PENDING',
  'BILL_BANK_PROCESSING',
  'TRANSFER_CREATED',
  'TRANSFER_PENDING',
  'TRANSFER_IN_BANK_PROCESSING',
];

/**
 * Events that say nothing new cause no call; invented ones must not use up the bank's own quota at the provider. Open orders are asked about
 * without events.
 */
async function spareCalls(
  { db, clock }: Bank,
  { external }: EventAccount,
  { event, objectId }: { event: string; objectId: string },
): Promise<void> {
  const { paymentOrders } = db.tables;
  const [order] = await db
    .select({ status: paymentOrders.status })
    .from(paymentOrders)
    .where(eq(paymentOrders.providerId, objectId))
    .limit(1);
  // Of one that has failed here it would be news.
  const isNoNews = order?.status === 'processing' || order?.status === 'done';
  if (isNoNews && ON_ITS_WAY.includes(event))
    throw new NothingFollows('the bank knows that the provider has it');
  if (order || external) return;
  const { waitSeconds } = await db.transaction((tx) => countInWindow(tx, 'bankEvents', 'bank', clock.real()));
  if (waitSeconds !== null) throw new NothingFollows('too many events of unknown objects');
}

function answeredValue<T>(outcome: Outcome<T>): T {
  if (outcome.kind === 'answered') return outcome.value;
  if (outcome.kind === 'refused' && outcome.status === 404)
    throw new NothingFollows('the provider has no such object');
  const waitSeconds = waitSecondsOf(outcome);
  if (waitSeconds !== null) throw new TooManyCalls(waitSeconds);
  const cause = outcome.kind === 'refused' ? outcome.status : outcome.kind === 'unknown' ? outcome.cause : '';
  throw new Error(`no answer from the provider: ${outcome.kind} ${cause}`);
}

async function refreshStatus(bank: Bank, { external }: EventAccount): Promise<void> {
  if (!external) throw new NothingFollows('an account that the bank does not know');
  answeredValue(await refreshAccount(bank, external, systemActor(bank, 'Pagamentos')));
}

/** Events of a payment before anything comes back. */
const ARRIVING = ['PAYMENT_RECEIVED', 'PAYMENT_CONFIRMED'];

/** Before a payment has arrived. */
const AWAITED = ['PENDING', 'CONFIRMED', 'OVERDUE'];

/** For half an hour; after it the daily reconciliation books what has arrived. */
const ARRIVAL_TRIES = 10;

async function takePayment(
  bank: Bank,
  { external, account }: EventAccount,
  { event, id, attempts }: Pick<EventRow, 'event' | 'id' | 'attempts'>,
): Promise<void> {
  if (!external) throw new NothingFollows('an account that the bank does not know');
  // Each call uses up its receiver's quota at the provider, and a stranger pays by cents.
  if (ARRIVING.includes(event) && (await isBooked(bank.db, id)))
    throw new NothingFollows('the payment is booked');
  const payment = answeredValue(await account.payment(id));
  await receive(bank, external, payment);
  // The provider's answers may lag behind its events, and no other tells of it.
  if (event === 'PAYMENT_RECEIVED' && AWAITED.includes(payment.status))
    notBooked(attempts, ARRIVAL_TRIES, 'a payment', `the provider still says ${payment.status}`);
  await endRemoved(bank, payment);
  await concludeReturns(bank, payment);
  const { left } = await takeBack(bank, payment);
  if (left === null) return;
  if (left !== 'notReceived' && attempts >= REFUND_TRIES[left])
    bank.log.error({ payment: id }, `a refund is not booked: ${WHY_LEFT[left]}`);
  notBooked(attempts, REFUND_TRIES[left], 'a refund', WHY_LEFT[left]);
}

const WHY_LEFT: Record<Unbooked, string> = {
  notReceived: 'the payment is not booked',
  underWay: 'a return of its receiver’s is under way',
  spent: 'an incoming payment was refunded after its money had been spent',
  changed: 'other returns of the payment were booked or begun meanwhile',
};

/**
 * How often the provider is asked for a refund that cannot be booked: for a day, in which a payment under way ends, and is undone or paid. A
 * payment that is not booked is so soon, or was refunded before it came. The daily reconciliation books it too.
 */
const REFUND_TRIES: Record<Unbooked, number> = { notReceived: 10, underWay: 36, spent: 36, changed: 36 };

/** By its growing pauses the event is tried again; after `tries` it is done with a remark. */
function notBooked(attempts: number, tries: number, what: string, why: string): never {
  if (attempts >= tries) throw new NothingFollows(`${what} is not booked: ${why}`);
  throw new Error(`${what} is not booked yet: ${why}`);
}

/** By the answer that is there already: one event may be about many returns. */
async function concludeReturns(bank: Bank, payment: ProviderPayment): Promise<void> {
  for (const order of await openReturnsOf(bank.db, payment.id)) {
    const found = await returnIn(bank.db, order, answered(payment));
    if (order.attempts > 0 && found.kind === 'answered' && found.value)
      await concludeOrder(bank, order.transactionId, found.value);
  }
}

/** How often the provider is asked for what came back to a payer; the daily reconciliation books it too. */
const RETURN_TRIES = 10;

/** `objectId`: the end-to-end id of what came back. */
async function takeReturn(
  bank: Bank,
  { external, account }: EventAccount,
  { objectId, attempts }: Pick<EventRow, 'attempts'> & { objectId: string },
): Promise<void> {
  if (!external) throw new NothingFollows('an account that the bank does not know');
  const back = answeredValue(await account.pixReturnByEndToEnd(objectId));
  if (back && (await receiveReturn(bank, external, back)) !== 'awaits') return;
  const why = back ? 'it may be of an order that is open' : 'the provider does not list it';
  notBooked(attempts, RETURN_TRIES, 'what came back', why);
}

async function conclude(
  bank: Bank,
  { external }: EventAccount,
  reference: string | null,
  state: ProviderState,
): Promise<void> {
  const order = reference ? await findOrder(bank.db, reference) : null;
  const payerId = order && (order.kind === 'pix' || order.kind === 'move_out') ? order.userId : null;
  if (!order || payerId !== (external?.userId ?? null)) throw new NothingFollows('no order of this account');
  await concludeOrder(bank, order.transactionId, state);
}
