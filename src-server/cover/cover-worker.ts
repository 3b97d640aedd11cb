import { and, asc, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import { secondsAfter } from '#domain/moment';
import { ownerContext } from '#server/audit/owner-context';
import type { Bank } from '#server/kernel/context';
import { logFailure } from '#server/kernel/log-failure';
import type { ProviderTask } from '#server/payments/orders/order-worker';
import { claim, drain } from '#server/work/queue';
import { advance } from './advance.ts';

/** `calls`: concurrency limit of calls to the provider. */
const AT_ONCE = { rows: 100, calls: 8 };
/** A row that could not be continued is tried again after those that became due meanwhile. */
const LOOK_AGAIN_SECONDS = 60;

/** Continues covered payments whose awaited order has concluded. Processes may share the work; a failing or slow row delays no other. */
export async function advanceCovered(bank: Bank, isStopping?: () => boolean): Promise<void> {
  const work = async ({ id, userId }: Due) => {
    if (!(await claimRow(bank, id))) return;
    await advance(await ownerContext(bank, userId), id, { isAnswering: false }).catch((error: unknown) =>
      logFailure(bank.log, error, 'a covered payment could not be continued', { cover: id }),
    );
  };
  await drain({ due: () => due(bank), keyOf: ({ id }) => id, work, atOnce: AT_ONCE.calls }, isStopping);
}

type Due = { id: string; userId: string };

function claimRow({ db, clock }: Bank, id: string): Promise<{ id: string } | null> {
  const now = clock.real();
  const { coveredPayments: covered } = db.tables;
  return claim(db, (tx) =>
    tx
      .update(covered)
      .set({ nextLookAt: secondsAfter(now, LOOK_AGAIN_SECONDS) })
      .where(and(eq(covered.coverId, id), lte(covered.nextLookAt, now)))
      .returning({ id: covered.coverId }),
  );
}

/** A payment waits for its cover, then for its own order if it has one. */
function due({ db, clock }: Bank): Promise<Due[]> {
  const { coveredPayments: covered, paymentOrders: orders } = db.tables;
  const awaited = sql`coalesce(${covered.orderId}, ${covered.coverId})`;
  return db
    .select({ id: covered.coverId, userId: covered.userId })
    .from(covered)
    .innerJoin(orders, eq(orders.transactionId, awaited))
    .where(
      and(
        inArray(covered.status, ['covering', 'paying']),
        lte(covered.nextLookAt, clock.real()),
        isNotNull(orders.concludedAt),
      ),
    )
    .orderBy(asc(covered.nextLookAt))
    .limit(AT_ONCE.rows);
}

/** Run by the order worker. */
export const COVERED: ProviderTask = { name: 'covered payments', run: advanceCovered };
