import { and, eq, gte, inArray, isNull, lt } from 'drizzle-orm';
import { slowReturn } from '#domain/pix/comparison';
import { OPEN_ORDER_STATUSES } from '#domain/pix/words';
import type { Bank } from '#server/kernel/context';
import { LOOKS_A_DAY } from '../held/send-returns.ts';
import type { Findings } from './findings.ts';

const DAY_MS = 86_400_000;
/** So many are enough to see what is wrong. */
const MOST_NAMED = 100;

/**
 * Names returns that are open for a day: their amounts count as under way, so that no balance tells them, and only a person can find out
 * why.
 */
export async function nameSlowReturns({ db, clock }: Bank, findings: Findings): Promise<void> {
  const { heldPayments: held, paymentOrders: orders } = db.tables;
  const ofCustomers = await db
    .select({ incomingId: orders.incomingId, amountCents: orders.amountCents })
    .from(orders)
    .where(
      and(
        isNull(orders.concludedAt),
        inArray(orders.status, [...OPEN_ORDER_STATUSES]),
        eq(orders.kind, 'return'),
        lt(orders.createdAt, new Date(clock.now().getTime() - DAY_MS)),
      ),
    )
    .limit(MOST_NAMED);
  const ofHeld = await db
    .select({ incomingId: held.providerId, amountCents: held.amountCents })
    .from(held)
    .where(and(isNull(held.concludedAt), eq(held.status, 'returning'), gte(held.attempts, LOOKS_A_DAY)))
    .limit(MOST_NAMED);
  findings.differ(
    ...[...ofCustomers, ...ofHeld].map(({ incomingId, amountCents }) =>
      slowReturn(incomingId ?? '', amountCents),
    ),
  );
}
