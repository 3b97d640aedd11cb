import type { Reader } from '#db/db';
import {
  heldBookDifferences,
  incomingBookDifferences,
  orderBookDifferences,
  type Unmatched,
  unmatchedDifference,
} from '#domain/pix/books';
import { orderIntentDifference } from '#domain/pix/intent-books';
import type { Bank } from '#server/kernel/context';
import { bankAccountId } from '#server/ledger/bank-account';
import { lastSeq } from '#server/ledger/statement-rows';
import { pages, ranges } from '#server/work/pages';
import {
  heldInBooksAfter,
  type IncomingAccounts,
  incomingInBooksAfter,
  ordersInBooksAfter,
  SEQS_AT_ONCE,
  type UnmatchedRow,
  unmatchedIncoming,
  unmatchedInFlight,
} from './book-rows.ts';
import { compareHeld } from './compare-held.ts';
import type { Findings } from './findings.ts';

/** Whether orders and incoming payments agree with the ledger; nothing is booked on those that do not. */
export type Soundness = { orders: boolean; incoming: boolean };

/** Compares both ways, without the provider: finds tampering of any age even while the provider is silent. */
export async function compareBooks({ db }: Bank, findings: Findings): Promise<Soundness> {
  const clearingId = await bankAccountId(db, 'provider_clearing');
  const cashId = await bankAccountId(db, 'provider_cash');
  const accounts = { cashId, heldId: await bankAccountId(db, 'held_pix') };
  return {
    orders: await findings.findsNothing(async () => {
      await compareOrderBooks(db, clearingId, findings);
      await findUnmatched(db, clearingId, findings, unmatchedInFlight, ({ amountCents }) =>
        amountCents > 0 ? 'reservation' : 'settlement',
      );
    }),
    incoming: await findings.findsNothing(async () => {
      await compareIncomingBooks(db, accounts, findings);
      await compareHeldBooks(db, accounts, findings);
      await compareHeld({ db }, findings);
      await findUnmatched(db, cashId, findings, unmatchedIncoming, () => 'incoming');
    }),
  };
}

async function compareOrderBooks(db: Reader, clearingId: string, findings: Findings): Promise<void> {
  const read = (last: { transactionId: string } | null) =>
    ordersInBooksAfter(db, clearingId, last?.transactionId ?? '');
  for await (const orders of pages(1, read)) {
    for (const order of orders) findings.differ(...orderBookDifferences(order), orderIntentDifference(order));
    findings.count('books', orders.length);
  }
}

async function compareHeldBooks(db: Reader, accounts: IncomingAccounts, findings: Findings): Promise<void> {
  const read = (last: { transactionId: string } | null) =>
    heldInBooksAfter(db, accounts, last?.transactionId ?? '');
  for await (const held of pages(1, read)) {
    for (const one of held) findings.differ(...heldBookDifferences(one));
    findings.count('books', held.length);
  }
}

async function compareIncomingBooks(
  db: Reader,
  accounts: IncomingAccounts,
  findings: Findings,
): Promise<void> {
  const read = (last: { providerId: string } | null) =>
    incomingInBooksAfter(db, accounts, last?.providerId ?? '');
  for await (const payments of pages(1, read)) {
    for (const payment of payments) findings.differ(...incomingBookDifferences(payment));
    findings.count('books', payments.length);
  }
}

async function findUnmatched(
  db: Reader,
  accountId: string,
  findings: Findings,
  read: (db: Reader, accountId: string, afterSeq: number) => Promise<UnmatchedRow[]>,
  kindOf: (row: UnmatchedRow) => Unmatched,
): Promise<void> {
  const upTo = await lastSeq(db, accountId);
  for await (const { after } of ranges({ upTo }, SEQS_AT_ONCE))
    for (const row of await read(db, accountId, after))
      findings.differ(unmatchedDifference(kindOf(row), row));
}
