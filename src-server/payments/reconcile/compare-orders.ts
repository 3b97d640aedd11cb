import { and, asc, eq, gte, inArray, or } from 'drizzle-orm';
import { addDays } from '#domain/date';
import {
  type Difference,
  notComparedBefore,
  type ObjectAtProvider,
  orderDifferences,
  orderRepair,
  type ProviderCheck,
  unknownObject,
} from '#domain/pix/comparison';
import { isProvidersOwn, type KnownReturns, lastWordOf } from '#domain/pix/refund';
import { OPEN_ORDER_STATUSES, type OrderKind, PAID_BY_BANK } from '#domain/pix/words';
import { among } from '#server/kernel/any-of';
import { bankMidnight } from '#server/ledger/bank-day';
import type { ProviderPayment } from '#server/provider/money-shapes';
import { idSpans } from '#server/work/id-spans';
import { pieces } from '#server/work/pages';
import { goOn, unlessStopped } from '#server/work/stopping';
import { isHeld } from '../held/held-row.ts';
import { objectById, objectByReference } from '../orders/ask-provider.ts';
import { cameBackCents } from '../orders/came-back.ts';
import { refreshOrder } from '../orders/look-up.ts';
import { findOrder, type OrderRow } from '../orders/order-row.ts';
import { knownReturnsOf } from '../returns/open-returns.ts';
import { answeredValue, type Findings } from './findings.ts';
import { isPaidBy, type Side } from './side.ts';

const PAID_BY_CUSTOMER: OrderKind[] = ['pix', 'move_out', 'return'];

/** What the lists of moves and boletos are needed for. */
const LISTED: ProviderCheck[] = ['orders', 'unknown'];

const CHUNK = 200;

/** Compares both ways. Differences are queried once more: an answer may have been on its way. */
export async function compareOrders(side: Side, findings: Findings): Promise<void> {
  const { listed, comparedSince } = await listObjects(side);
  if (comparedSince) {
    findings.differ(...LISTED.map((check) => notComparedBefore(check, comparedSince.day)));
    if (side.byHand) findings.unverified(...LISTED);
  }
  const byReference = new Map<string, ObjectAtProvider[]>();
  for (const object of listed)
    if (object.externalReference)
      byReference.set(object.externalReference, [
        ...(byReference.get(object.externalReference) ?? []),
        object,
      ]);
  for await (const orders of ordersOf(side, comparedSince?.moment)) {
    for (const order of orders) {
      goOn();
      const found = byReference.get(order.transactionId) ?? (await oldObjects(side, order));
      if ((await differencesOf(side, order, found)).length > 0)
        findings.differ(...(await secondLook(side, order, found, findings)));
    }
    findings.count('orders', orders.length);
  }
  await compareUnknown(side, listed, findings);
}

/** `comparedSince`: of orders sent earlier the lists may lack some. */
type Listed = { listed: ObjectAtProvider[]; comparedSince?: { day: string; moment: Date } };

async function listObjects(side: Side): Promise<Listed> {
  const { account, external, period } = side;
  if (!external) return listOfRoot(side);
  const transfers = answeredValue(await unlessStopped(account.transfers(period.since)));
  const debits = answeredValue(await unlessStopped(account.pixDebits(period.since)));
  return { listed: [...transfers, ...debits] };
}

/** The newest within the calls to the bank's own account; an eighth is left for single orders. */
async function listOfRoot({ account, period: { since }, rootCalls }: Side): Promise<Listed> {
  const [most, few] = [Math.floor((rootCalls * 3) / 4), Math.floor(rootCalls / 8)];
  const transfers = answeredValue(await unlessStopped(account.newestTransfers(since, most)));
  const bills = answeredValue(await unlessStopped(account.newestBills(since, few)));
  const listed = [...transfers.items, ...bills.items];
  const whole = transfers.since > bills.since ? transfers.since : bills.since;
  if (whole === since) return { listed };
  // As in a whole period, the provider's date may lag behind.
  const day = addDays(whole, 1);
  return { listed, comparedSince: { day, moment: bankMidnight(day) } };
}

async function* ordersOf(
  { bank: { db }, external, period }: Side,
  sentSince: Date | null = period.sentSince,
): AsyncGenerator<OrderRow[]> {
  const { paymentOrders } = db.tables;
  const { kind, sentAt, status, transactionId, userId } = paymentOrders;
  const ofCustomer = external ? eq(userId, external.userId) : undefined;
  const isPaidHere = inArray(kind, external ? PAID_BY_CUSTOMER : [...PAID_BY_BANK]);
  const isOfPeriod =
    sentSince === null ? undefined : or(inArray(status, [...OPEN_ORDER_STATUSES]), gte(sentAt, sentSince));
  // All orders are counted, not those of the period: a page of few among many would read them all in one piece.
  for await (const span of idSpans(db, transactionId, { size: CHUNK, isCounted: ofCustomer }))
    yield await db
      .select()
      .from(paymentOrders)
      .where(and(ofCustomer, isPaidHere, isOfPeriod, span(transactionId)))
      .orderBy(asc(transactionId));
}

/** Queries an order that the list lacks, unless it was not sent, or failed within the period. */
async function oldObjects(side: Side, order: OrderRow): Promise<ObjectAtProvider[]> {
  const { sentSince } = side.period;
  const isOfPeriod = order.sentAt !== null && (sentSince === null || order.sentAt >= sentSince);
  const isAbsenceExpected = order.sentAt === null || (isOfPeriod && order.status === 'failed');
  return isAbsenceExpected ? [] : objectOf(side, order);
}

async function objectOf({ bank, account, period }: Side, order: OrderRow): Promise<ObjectAtProvider[]> {
  if (order.incomingId !== null) {
    const payment = answeredValue(await account.payment(order.incomingId));
    return refundsOf(payment, order, await knownReturnsOf(bank.db, order.incomingId));
  }
  const { providerId } = order;
  if (providerId === null) {
    const object = answeredValue(await objectByReference(account, order, period.since));
    return object ? [object] : [];
  }
  const outcome = await objectById(account, order, providerId);
  return outcome.kind === 'refused' && outcome.status === 404 ? [] : [answeredValue(outcome)];
}

/** A return's refunds, of which the payment has a list; of one that the provider made by itself, any of its amount that names no order. */
function refundsOf(
  { id, refunds }: ProviderPayment,
  { transactionId, returnReason, amountCents: orderCents }: OrderRow,
  known: KnownReturns,
): ObjectAtProvider[] {
  const own =
    returnReason === null
      ? refunds.filter((one) => isProvidersOwn(one, known) && one.amountCents === orderCents).slice(0, 1)
      : refunds.filter((one) => lastWordOf(one) === transactionId);
  return own.map(({ status, amountCents }) => ({
    id,
    status,
    amountCents,
    externalReference: transactionId,
  }));
}

/** What came back of an order is asked for only when it matters. */
async function differencesOf(
  { bank: { db } }: Side,
  order: OrderRow,
  objects: readonly ObjectAtProvider[],
): Promise<Difference[]> {
  const differences = orderDifferences(order, objects);
  if (differences.length === 0 || order.status !== 'done') return differences;
  const { transactionId: id } = order;
  const back = { cameBackCents: await cameBackCents(db, id), isHeldBack: await isHeld(db, id) };
  return orderDifferences({ ...order, ...back }, objects);
}

/** Compares again after a refresh; an order that disagrees with the ledger is not refreshed. */
async function secondLook(
  side: Side,
  before: OrderRow,
  found: readonly ObjectAtProvider[],
  findings: Findings,
) {
  const { transactionId } = before;
  if (!side.sound.orders) return differencesOf(side, before, found);
  await refreshOrder(side.bank, transactionId);
  const order = await findOrder(side.bank.db, transactionId);
  if (!order) return [];
  if (order.status !== before.status)
    findings.repair(orderRepair(transactionId, before.status, order.status));
  const now = await objectOf(side, order);
  const others = found.filter(({ id }) => now.every((object) => object.id !== id));
  return differencesOf(side, order, [...now, ...others]);
}

/** Every listed object must belong to an order, however old. */
async function compareUnknown(side: Side, listed: ObjectAtProvider[], findings: Findings): Promise<void> {
  const { paymentOrders } = side.bank.db.tables;
  for await (const chunk of pieces(listed, CHUNK)) {
    const references = chunk.flatMap(({ externalReference }) => externalReference ?? []);
    const rows = await side.bank.db
      .select({
        id: paymentOrders.transactionId,
        kind: paymentOrders.kind,
        userId: paymentOrders.userId,
      })
      .from(paymentOrders)
      .where(among(side.bank.db, paymentOrders.transactionId, references));
    const known = new Set(rows.filter((row) => isPaidBy(side, row)).map(({ id }) => id));
    for (const object of chunk)
      if (!known.has(object.externalReference ?? '')) findings.differ(unknownObject(object));
  }
  findings.count('unknown', listed.length);
}
