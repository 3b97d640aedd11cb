import { and, eq, isNull, lt } from 'drizzle-orm';
import { z } from 'zod';
import { columnsOf } from '#db/columns';
import { ORDER_WAITS_MINUTES } from '#domain/admin/overview';
import { toDecimal } from '#domain/money';
import type { PageInput } from '#domain/page';
import { OPEN_ORDER_STATUSES, ORDER_KINDS } from '#domain/pix/words';
import { moneySchema } from '#server/account/shapes';
import type { SignedInContext } from '#server/kernel/context';
import { newestFirst, page, pageSchema } from '#server/kernel/keyset';

const moment = z.iso.datetime();

/** `reserved`: not sent; `sending`: outcome of the call unknown; `processing`: accepted. `nextLookAt` is real time. */
export const stuckOrderSchema = z.object({
  id: z.string(),
  kind: z.enum(ORDER_KINDS),
  status: z.enum(OPEN_ORDER_STATUSES),
  amount: moneySchema,
  userId: z.string(),
  clientName: z.string(),
  attempts: z.int(),
  createdAt: moment,
  nextLookAt: moment.nullable(),
});
export const stuckOrderPageSchema = pageSchema({ orders: z.array(stuckOrderSchema) });

export async function listStuckOrders(
  { db, clock }: SignedInContext,
  input: PageInput,
): Promise<z.output<typeof stuckOrderPageSchema>> {
  const { paymentOrders: orders, users } = db.tables;
  const before = new Date(clock.now().getTime() - ORDER_WAITS_MINUTES * 60_000);
  const listed = db
    .select({
      id: orders.transactionId,
      ...columnsOf(orders, 'kind', 'status', 'amountCents', 'userId', 'attempts', 'createdAt', 'nextLookAt'),
      clientName: users.fullName,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId));
  const { rows, nextCursor } = await page(
    (after) => listed.where(and(isNull(orders.concludedAt), lt(orders.createdAt, before), after)),
    newestFirst({ createdAt: orders.createdAt, id: orders.transactionId }),
    input,
  );
  return {
    orders: rows.map(({ amountCents, status, createdAt, nextLookAt, ...row }) => ({
      ...row,
      status: stuckOrderSchema.shape.status.parse(status),
      amount: toDecimal(amountCents),
      createdAt: createdAt.toISOString(),
      nextLookAt: nextLookAt?.toISOString() ?? null,
    })),
    nextCursor,
  };
}
