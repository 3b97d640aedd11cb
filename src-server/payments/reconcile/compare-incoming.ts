import { isDatabaseFailing } from '#db/error';
import {
  type BookedIncoming,
  incomingDifference,
  incomingRepair,
  isReceived,
  isRefunded,
  notBooked,
} from '#domain/pix/comparison';
import { refundedCents } from '#domain/pix/refund';
import { idsOf } from '#server/kernel/id';
import type { ProviderPayment, ProviderPixReturn } from '#server/provider/money-shapes';
import { pieces } from '#server/work/pages';
import { goOn, Stopped, unlessStopped } from '#server/work/stopping';
import { arrivedCents, bookedAmong, receive } from '../receive.ts';
import { type ReturnOutcome, receiveReturn } from '../returns/receive-return.ts';
import { takeBack } from '../take-back.ts';
import { bookedAs, bookedOf, CHUNK } from './booked-incoming.ts';
import { answeredValue, type Findings } from './findings.ts';
import type { CustomersSide, Side } from './side.ts';

/** Compares both ways. Books payments whose webhook was lost and takes back unnoticed refunds. */
export async function compareIncoming(side: CustomersSide, findings: Findings): Promise<void> {
  const payments = await listedPayments(side);
  const received = payments.filter(({ status }) => isReceived(status));
  await bookMissing(side, arrivals(side, received), findings);
  const returns = answeredValue(await unlessStopped(side.account.pixReturns(side.period.since)));
  await bookMissing(side, returnArrivals(side, returns), findings);
  await takeBackRefunded(side, payments, findings);
  const listed = new Map([
    ...returns.map((back) => [back.id, returnAtProvider(back)] as const),
    ...payments.map((payment) => [payment.id, atProvider(payment)] as const),
  ]);
  for await (const chunk of pieces(await bookedOf(side, idsOf(payments)), CHUNK))
    for (const booked of chunk) {
      goOn();
      const there = listed.get(booked.providerId) ?? (await paymentOf(side, booked.providerId));
      findings.differ(incomingDifference(booked, there));
    }
  findings.count('incoming', received.length);
}

/** Made or paid in the period: a charge may be older than its payment. */
async function listedPayments({ account, period }: CustomersSide): Promise<ProviderPayment[]> {
  const made = answeredValue(await unlessStopped(account.payments(period.since)));
  const paid = answeredValue(await unlessStopped(account.paymentsPaid(period.since)));
  return [...new Map([...made, ...paid].map((payment) => [payment.id, payment])).values()];
}

type Arrival = { id: string; amountCents: number; book: () => Promise<ReturnOutcome> };

const arrivals = ({ bank, external }: CustomersSide, received: readonly ProviderPayment[]): Arrival[] =>
  received.map((payment) => ({
    id: payment.id,
    amountCents: arrivedCents(payment),
    book: async () => ((await receive(bank, external, payment)) ? 'booked' : 'nothing'),
  }));

/** What receivers gave back of the customer's payments, of which the provider sends no event. */
const returnArrivals = (
  { bank, external }: CustomersSide,
  returns: readonly ProviderPixReturn[],
): Arrival[] =>
  returns
    .filter(({ status }) => status === 'DONE')
    .map((back) => ({
      id: back.id,
      amountCents: back.amountCents,
      book: () => receiveReturn(bank, external, back),
    }));

async function bookMissing(
  { bank, sound }: CustomersSide,
  arrived: readonly Arrival[],
  findings: Findings,
): Promise<void> {
  for await (const chunk of pieces(arrived, CHUNK)) {
    const booked = await bookedAmong(bank.db, idsOf(chunk));
    for (const one of chunk.filter(({ id }) => !booked.has(id))) {
      goOn();
      try {
        const outcome = sound.incoming && one.amountCents > 0 ? await one.book() : 'awaits';
        if (outcome === 'awaits') findings.differ(notBooked(one));
        if (outcome !== 'booked') continue;
        findings.booked += 1;
        findings.repair(incomingRepair(one, 'booked'));
      } catch (error) {
        if (isDatabaseFailing(error) || error instanceof Stopped) throw error;
        bank.log.error({ err: error, payment: one.id }, 'an incoming payment could not be booked');
        findings.differ(notBooked(one));
      }
    }
  }
}

/** Only if the books agree with the ledger: otherwise the refund may be booked already under another id. */
async function takeBackRefunded(
  side: CustomersSide,
  payments: readonly ProviderPayment[],
  findings: Findings,
): Promise<void> {
  const { bank, sound } = side;
  if (!sound.incoming) return;
  const refunded = payments.filter(({ status, refunds }) => isRefunded(status) || refunds.length > 0);
  for await (const chunk of pieces(refunded, CHUNK)) {
    const booked = new Map((await bookedAs(side, idsOf(chunk))).map((row) => [row.providerId, row]));
    for (const payment of chunk) {
      goOn();
      const row = booked.get(payment.id);
      if (!row || isGivenBack(row, payment)) continue;
      const { cents: amountCents } = await takeBack(bank, payment);
      if (amountCents > 0) findings.repair(incomingRepair({ id: payment.id, amountCents }, 'takenBack'));
    }
  }
}

/** Nothing is left to take back: as a whole, or by its parts. */
const isGivenBack = ({ isTakenBack, returnedCents }: BookedIncoming, payment: ProviderPayment): boolean =>
  isRefunded(payment.status) && returnedCents === 0
    ? isTakenBack
    : refundedCents(payment.refunds) === returnedCents;

type AtProvider = { status: string; amountCents: number; refundedCents: number };

const atProvider = (payment: ProviderPayment): AtProvider => ({
  status: payment.status,
  amountCents: arrivedCents(payment),
  refundedCents: refundedCents(payment.refunds),
});

const returnAtProvider = ({ status, amountCents }: ProviderPixReturn): AtProvider => ({
  status: status === 'DONE' ? 'RECEIVED' : status,
  amountCents,
  refundedCents: 0,
});

/** A payment, or what came back of one, that is in no list. */
async function paymentOf({ account }: Side, id: string): Promise<AtProvider | null> {
  const outcome = await account.payment(id);
  if (outcome.kind !== 'refused' || outcome.status !== 404) return atProvider(answeredValue(outcome));
  const back = await account.pixReturn(id);
  if (back.kind === 'refused' && back.status === 404) return null;
  return returnAtProvider(answeredValue(back));
}
