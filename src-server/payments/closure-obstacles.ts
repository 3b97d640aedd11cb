import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { OPEN_ORDER_STATUSES } from '#domain/pix/words';

/** Payments in progress; balances are checked by the closing itself. */
export async function openOrders(tx: Tx, userId: string): Promise<string[]> {
  const { paymentOrders: orders } = tx.tables;
  const open = await tx.$count(
    orders,
    and(eq(orders.userId, userId), inArray(orders.status, [...OPEN_ORDER_STATUSES])),
  );
  return open === 0 ? [] : ['Há pagamento em processamento: aguarde a conclusão antes de encerrar.'];
}
