import { and, eq, type SQL } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { newestFirst, page } from '#server/kernel/keyset';
import { longPause } from '#server/work/pages';
import type { ChargeRow } from './charge-row.ts';

const PAGE = 200;

/** All charges of a customer, newest first, in pages; by the index of their list, since by their ids each page would sort them all. */
export async function* newestCharges(
  on: Reader,
  userId: string,
  filter?: SQL,
): AsyncGenerator<readonly ChargeRow[], void> {
  const { charges } = on.tables;
  const own = and(eq(charges.userId, userId), filter);
  let cursor: string | undefined;
  do {
    const found = await page<ChargeRow>(
      (after) => on.select().from(charges).where(and(own, after)),
      newestFirst(charges),
      { cursor, limit: PAGE },
    );
    yield found.rows;
    cursor = found.nextCursor ?? undefined;
    await longPause();
  } while (cursor !== undefined);
}

export const countCharges = (on: Reader, userId: string): Promise<number> =>
  on.$count(on.tables.charges, eq(on.tables.charges.userId, userId));
