import { and, asc, eq, gt, gte, isNull, ne, or, type SQL } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import {
  type BookedIncoming,
  incomingDifference,
  incomingRepair,
  isReceived,
  notBooked,
} from '#domain/pix/comparison';
import { refundedCents } from '#domain/pix/refund';
import { among } from '#server/kernel/any-of';
import type { OpenExternalAccount } from '#server/onboarding/external-account';
import type { ProviderPayment } from '#server/provider/money-shapes';
import { pages } from '#server/work/pages';
import { arrivedCents, isBooked, receive } from '../receive.ts';
import { returnedOf } from '../returns/open-returns.ts';
import { receiveReturn } from '../returns/receive-return.ts';
import { takeBack } from '../take-back.ts';
import { answeredValue, type Findings } from './findings.ts';
import type { Side } from './side.ts';

const CHUNK = 200;
const ROWS_AT_ONCE = 1000;

type CustomersSide = Side & { external: OpenExternalAccount };

/** Compares both ways. Books payments whose webhook was lost and takes back unnoticed refunds. */
export async function compareIncoming(side: CustomersSide, findings: Findings): Promise<void> {
  const payments = await listedPayments(side);
  const received = payments.filter(({ status }) => isReceived(status));
  await bookMissing(side, received, findings);
  await bookReturns(side, findings);
  await takeBackRefunded(side, payments, findings);
  const byId = new Map(payments.map((payment) => [payment.id, payment]));
  for (const booked of await bookedOf(side, [...byId.keys()])) {
    const payment = byId.get(booked.providerId) ?? (await paymentOf(side, booked.providerId));
    findings.differ(incomingDifference(booked, payment && atProvider(payment)));
  }
  findings.count('incoming', received.length);
}

/** Made or paid in the period: a charge may be older than its payment. */
async function listedPayments({ account, period }: CustomersSide): Promise<ProviderPayment[]> {
  const made = answeredValue(await account.payments(period.since));
  const paid = answeredValue(await account.paymentsPaid(period.since));
  return [...new Map([...made, ...paid].map((payment) => [payment.id, payment])).values()];
}

/** Only if the books agree with the ledger: otherwise the refund may be booked already under another id. */
async function takeBackRefunded(
  { bank, sound }: CustomersSide,
  payments: ProviderPayment[],
  findings: Findings,
): Promise<void> {
  if (!sound.incoming) return;
  for (const payment of payments) {
    const amountCents = await takeBack(bank, payment);
    if (amountCents > 0) findings.repair(incomingRepair({ id: payment.id, amountCents }, 'takenBack'));
  }
}

async function bookMissing(
  { bank, external, sound }: CustomersSide,
  received: ProviderPayment[],
  findings: Findings,
): Promise<void> {
  for (const payment of received) {
    try {
      if (!sound.incoming || arrivedCents(payment) <= 0) {
        if (!(await isBooked(bank.db, payment.id))) findings.differ(notBooked(toNamed(payment)));
      } else if (await receive(bank, external, payment)) {
        findings.booked += 1;
        findings.repair(incomingRepair(toNamed(payment), 'booked'));
      }
    } catch (error) {
      bank.log.error({ err: error, payment: payment.id }, 'an incoming payment could not be booked');
      findings.differ(notBooked(toNamed(payment)));
    }
  }
}

/** What receivers gave back of the customer's payments, of which the provider sends no event. */
async function bookReturns(
  { bank, external, account, sound }: CustomersSide,
  findings: Findings,
): Promise<void> {
  for (const back of answeredValue(await account.pixReturns())) {
    if (back.status !== 'DONE') continue;
    if (!sound.incoming || back.amountCents <= 0) {
      if (!(await isBooked(bank.db, back.id))) findings.differ(notBooked(back));
    } else if (await receiveReturn(bank, external, back)) {
      findings.booked += 1;
      findings.repair(incomingRepair(back, 'booked'));
    }
  }
}

type AtProvider = { status: string; amountCents: number; refundedCents: number };

const atProvider = (payment: ProviderPayment | AtProvider): AtProvider =>
  'refunds' in payment
    ? {
        status: payment.status,
        amountCents: arrivedCents(payment),
        refundedCents: refundedCents(payment.refunds),
      }
    : payment;

const toNamed = (payment: ProviderPayment) => ({ id: payment.id, amountCents: arrivedCents(payment) });

const NONE = { doneCents: 0, openCents: 0 };

/** Booked payments of the list, and others booked in the period. */
async function bookedOf(side: CustomersSide, ids: readonly string[]): Promise<BookedIncoming[]> {
  const found = new Map<string, BookedIncoming>();
  for await (const rows of bookedPages(side)) for (const row of rows) found.set(row.providerId, row);
  for (const row of await heldOf(side)) if (!found.has(row.providerId)) found.set(row.providerId, row);
  const { incomingPayments: incoming } = side.bank.db.tables;
  for (let place = 0; place < ids.length; place += CHUNK) {
    const isListed = among(side.bank.db, incoming.providerId, ids.slice(place, place + CHUNK));
    for (const row of await bookedWhere(side, isListed)) found.set(row.providerId, row);
  }
  return [...found.values()];
}

/** Those booked in the period, of which there may be any number. */
function bookedPages(side: CustomersSide): AsyncGenerator<readonly BookedRow[], void> {
  const { incomingPayments: incoming } = side.bank.db.tables;
  const { bookedSince } = side.period;
  const isOfPeriod = bookedSince ? gte(incoming.createdAt, bookedSince) : undefined;
  return pages(ROWS_AT_ONCE, (last: BookedRow | null) =>
    bookedWhere(side, and(isOfPeriod, last ? gt(incoming.transactionId, last.transactionId) : undefined)),
  );
}

type BookedRow = BookedIncoming & { transactionId: string };

/** At most ROWS_AT_ONCE, in the order of their transactions. */
async function bookedWhere(
  { bank: { db }, external }: CustomersSide,
  which: SQL | undefined,
): Promise<BookedRow[]> {
  const { incomingPayments: incoming, transactions: reversals } = db.tables;
  const rows = await db
    .select({
      providerId: incoming.providerId,
      transactionId: incoming.transactionId,
      amountCents: incoming.amountCents,
      reversalId: reversals.id,
    })
    .from(incoming)
    .leftJoin(reversals, eq(reversals.reversesId, incoming.transactionId))
    .where(and(eq(incoming.userId, external.userId), which))
    .orderBy(asc(incoming.transactionId))
    .limit(ROWS_AT_ONCE);
  const returned = await returnedOf(
    db,
    rows.map(({ providerId }) => providerId),
  );
  return rows.map(({ reversalId, ...row }) => {
    const { doneCents: returnedCents, openCents: returningCents } = returned.get(row.providerId) ?? NONE;
    return { ...row, isTakenBack: reversalId !== null, returnedCents, returningCents };
  });
}

/** Held payments that are open or were returned in the period; released ones are among the incoming payments. */
async function heldOf({
  bank: { db },
  external,
  period: { bookedSince },
}: Pick<CustomersSide, 'bank' | 'external' | 'period'>): Promise<BookedIncoming[]> {
  const { heldPayments: held } = db.tables;
  const isRecent = bookedSince ? or(isNull(held.concludedAt), gte(held.concludedAt, bookedSince)) : undefined;
  const rows = await db
    .select(columnsOf(held, 'providerId', 'amountCents', 'status'))
    .from(held)
    .where(and(eq(held.userId, external.userId), ne(held.status, 'released'), isRecent));
  return rows.map(({ status, ...row }) => ({
    ...row,
    isTakenBack: status === 'returned',
    returnedCents: 0,
    returningCents: status === 'returning' ? row.amountCents : 0,
  }));
}

/** A payment, or what came back of one. */
async function paymentOf({ account }: Side, id: string): Promise<ProviderPayment | AtProvider | null> {
  const outcome = await account.payment(id);
  if (outcome.kind !== 'refused' || outcome.status !== 404) return answeredValue(outcome);
  const back = await account.pixReturn(id);
  if (back.kind === 'refused' && back.status === 404) return null;
  const { status, amountCents } = answeredValue(back);
  return { status: status === 'DONE' ? 'RECEIVED' : status, amountCents, refundedCents: 0 };
}
