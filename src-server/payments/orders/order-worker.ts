import { and, asc, inArray, lte, not } from 'drizzle-orm';
import { OPEN_ORDER_STATUSES } from '#domain/pix/words';
import { among } from '#server/kernel/any-of';
import type { Bank } from '#server/kernel/context';
import { logFailure } from '#server/kernel/log-failure';
import { type Loop, startLoop } from '#server/work/loop';
import { drain } from '#server/work/queue';
import { lookUp } from './look-up.ts';
import type { OrderRow } from './order-row.ts';
import { sendOrder } from './send-order.ts';

export type ProviderTask = {
  name: string;
  run: (bank: Bank, isStopping: () => boolean) => Promise<void>;
};

const POLL_MS = 1000;
/** `calls`: concurrency limit of calls to the provider. */
const AT_ONCE = { rows: 100, calls: 8 };

/** Processes share the work; a failing order delays no other and is retried next turn. */
export async function settleOrders(bank: Bank, isStopping?: () => boolean): Promise<void> {
  const failed = new Set<string>();
  const work = (order: DueOrder) =>
    advance(bank, order).catch((error: unknown) => {
      failed.add(order.transactionId);
      logFailure(bank.log, error, 'an order could not be taken further', { order: order.transactionId });
    });
  const due = () => dueOrders(bank, [...failed]);
  await drain({ due, keyOf: ({ transactionId }) => transactionId, work, atOnce: AT_ONCE.calls }, isStopping);
}

type DueOrder = Pick<OrderRow, 'transactionId' | 'status'>;

const advance = (bank: Bank, { transactionId, status }: DueOrder): Promise<void> =>
  status === 'reserved' ? sendOrder(bank, transactionId) : lookUp(bank, transactionId);

/** Excludes orders that failed in this turn, which could fill the page. */
async function dueOrders({ db, clock }: Bank, failed: readonly string[]): Promise<DueOrder[]> {
  const { paymentOrders } = db.tables;
  return db
    .select({ transactionId: paymentOrders.transactionId, status: paymentOrders.status })
    .from(paymentOrders)
    .where(
      and(
        inArray(paymentOrders.status, [...OPEN_ORDER_STATUSES]),
        lte(paymentOrders.nextLookAt, clock.real()),
        not(among(db, paymentOrders.transactionId, failed)),
      ),
    )
    .orderBy(asc(paymentOrders.nextLookAt))
    .limit(AT_ONCE.rows);
}

const ORDERS: ProviderTask = { name: 'orders', run: settleOrders };

/**
 * Settles orders and runs `tasks`, each in a loop of its own: work that keeps coming in for one, or that fails, delays no other.
 */
export function startOrderWorker(
  bank: Bank,
  { pollMs = POLL_MS, tasks = [] }: { pollMs?: number; tasks?: readonly ProviderTask[] } = {},
): Loop {
  const loops = [ORDERS, ...tasks].map(({ name, run }) =>
    startLoop(
      async (isStopping) => {
        await run(bank, isStopping);
        return 'rest';
      },
      { everyMs: pollMs },
      (error) => logFailure(bank.log, error, 'a task with the payment provider failed', { task: name }),
    ),
  );
  return { stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))) };
}
