import type { Reader } from '#db/db';
import {
  incomingBookDifferences,
  orderBookDifferences,
  type Unmatched,
  unmatchedDifference,
} from '#domain/pix/books';
import type { Bank } from '#server/kernel/context';
import { bankAccountId } from '#server/ledger/bank-account';
import { lastSeq } from '#server/ledger/statement-rows';
import { pages, ranges } from '#server/work/pages';
import {
  incomingInBooksAfter,
  ordersInBooksAfter,
  SEQS_AT_ONCE,
  type UnaskedRow,
  unaskedIncoming,
  unaskedInFlight,
} from './book-rows.ts';
import type { Findings } from './findings.ts';

/** False: disagrees with the ledger, so nothing is booked on it. */
export type Soundness = { orders: boolean; incoming: boolean };

/** Compares both ways, without the provider: finds tampering of any age even while it is silent. */
export async function compareBooks({ db }: Bank, findings: Findings): Promise<Soundness> {
  const [clearingId, cashId] = [
    await bankAccountId(db, 'provider_clearing'),
    await bankAccountId(db, 'provider_cash'),
  ];
  return {
    orders: await findings.isQuiet(async () => {
      await compareOrderBooks(db, clearingId, findings);
      await findUnasked(db, clearingId, findings, unaskedInFlight, ({ amountCents }) =>
        amountCents > 0 ? 'reservation' : 'settlement',
      );
    }),
    incoming: await findings.isQuiet(async () => {
      await compareIncomingBooks(db, cashId, findings);
      await findUnasked(db, cashId, findings, unaskedIncoming, () => 'incoming');
    }),
  };
}

async function compareOrderBooks(db: Reader, clearingId: string, findings: Findings): Promise<void> {
  const read = (last: { transactionId: string } | null) =>
    ordersInBooksAfter(db, clearingId, last?.transactionId ?? '');
  for await (const orders of pages(1, read)) {
    for (const order of orders) findings.differ(...orderBookDifferences(order));
    findings.count('books', orders.length);
  }
}

async function compareIncomingBooks(db: Reader, cashId: string, findings: Findings): Promise<void> {
  const read = (last: { providerId: string } | null) =>
    incomingInBooksAfter(db, cashId, last?.providerId ?? '');
  for await (const payments of pages(1, read)) {
    for (const payment of payments) findings.differ(...incomingBookDifferences(payment));
    findings.count('books', payments.length);
  }
}

async function findUnasked(
  db: Reader,
  accountId: string,
  findings: Findings,
  read: (db: Reader, accountId: string, afterSeq: number) => Promise<UnaskedRow[]>,
  howOf: (row: UnaskedRow) => Unmatched,
): Promise<void> {
  const upTo = await lastSeq(db, accountId);
  for await (const { after } of ranges({ upTo }, SEQS_AT_ONCE))
    for (const row of await read(db, accountId, after)) findings.differ(unmatchedDifference(howOf(row), row));
}
