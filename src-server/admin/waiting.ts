import { type AnyColumn, count, min, type SQL } from 'drizzle-orm';
import type { Reader } from '#db/db';
import type { Tables } from '#db/schema';

export type Waiting = { count: number; oldestAt: Date | null };

type Queue = Tables[
  | 'creditProposals'
  | 'heldPayments'
  | 'outbox'
  | 'paymentOrders'
  | 'paymentReviews'
  | 'providerEvents'];

/** How many rows of a table wait, and since when (by `at`) the oldest does. */
export async function waitingIn(
  db: Reader,
  table: Queue,
  at: AnyColumn<{ data: Date }>,
  isWaiting: SQL | undefined,
): Promise<Waiting> {
  const [row] = await db
    .select({ count: count(), oldestAt: min(at) })
    .from(table)
    .where(isWaiting);
  return row ?? { count: 0, oldestAt: null };
}
