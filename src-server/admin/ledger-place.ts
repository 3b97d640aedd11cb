import type { SQL } from 'drizzle-orm';
import { momentOfCursor, refuseCursor } from '#server/kernel/keyset';
import type { TransactionPlace } from '#server/ledger/text-search';

/** Position of an entry in the ledger's order: by transaction, then by account. */
export type LedgerPlace = TransactionPlace & { accountId: string };

/** `place`: the last entry of the previous page. */
export type Start = { place: LedgerPlace | null; isAscending: boolean };
export const NEWEST_FIRST: Start = { place: null, isAscending: false };

/** A few transactions; the parts follow one another in the ledger's order. `found`: their number, if they were searched. */
export type LedgerPart = { among: SQL | undefined; found?: number };

export type LedgerParts = AsyncIterable<LedgerPart> | Iterable<LedgerPart>;

/** Parses a cursor 'moment.transaction.account'. Refuses VALIDATION if malformed. */
export function placeOf(cursor: string | undefined): LedgerPlace | null {
  if (cursor === undefined) return null;
  const [, moment, id, accountId] = /^(\d{1,15})\.([\w-]{1,64})\.([\w-]{1,64})$/.exec(cursor) ?? [];
  if (moment === undefined || id === undefined || accountId === undefined) return refuseCursor();
  return { createdAt: momentOfCursor(moment), id, accountId };
}

export const cursorOf = (row: { createdAt: Date; transactionId: string; accountId: string }): string =>
  `${row.createdAt.getTime()}.${row.transactionId}.${row.accountId}`;

/** Iterable any number of times from the start, although the source is read only once. */
export function readOnce<Item>(source: AsyncIterator<Item>): AsyncIterable<Item> {
  const seen: Item[] = [];
  return {
    async *[Symbol.asyncIterator]() {
      for (let at = 0; ; at += 1) {
        if (at === seen.length) {
          const next = await source.next();
          if (next.done) return;
          seen.push(next.value);
        }
        yield seen[at] as Item;
      }
    },
  };
}
