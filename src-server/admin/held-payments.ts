import { and, count, eq, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import type { HeldListInput } from '#domain/admin/lists';
import { toDecimal } from '#domain/money';
import { HELD_STATUSES } from '#domain/pix/held';
import { maskDocument } from '#domain/tax-id';
import { personMatches } from '#server/account/matches';
import { moneySchema } from '#server/account/shapes';
import { noteViewOfOne } from '#server/auth/profile/note-view';
import type { SignedInContext } from '#server/kernel/context';
import { page, pageSchema, sorted } from '#server/kernel/keyset';

const moment = z.iso.datetime();

/**
 * `id`: the transaction that held it. `mayRelease`: false once the customer has closed the relationship. `mayReturn`: false of what came
 * back itself. `isPaidOut`: released outside the bank.
 */
export const heldPaymentSchema = z.object({
  id: z.string(),
  status: z.enum(HELD_STATUSES),
  amount: moneySchema,
  userId: z.string(),
  clientName: z.string(),
  isClientActive: z.boolean(),
  mayRelease: z.boolean(),
  mayReturn: z.boolean(),
  isPaidOut: z.boolean(),
  payerName: z.string().nullable(),
  payerDocument: z.string().nullable(),
  failReason: z.string().nullable(),
  createdAt: moment,
  concludedAt: moment.nullable(),
});
export type HeldPayment = z.output<typeof heldPaymentSchema>;

export const heldPaymentPageSchema = pageSchema({
  payments: z.array(heldPaymentSchema),
  totals: z.object({ count: z.int() }),
});

export const decidedHeldSchema = heldPaymentSchema.pick({ id: true, status: true });

/** Payments that a customer's account could not take, decided or not; a search that finds one customer's leaves a `view_user` row. */
export async function listHeldPayments(
  ctx: SignedInContext,
  input: HeldListInput,
): Promise<z.output<typeof heldPaymentPageSchema>> {
  const { db } = ctx;
  const { heldPayments: held } = db.tables;
  const filter = filterOf(db, input);
  const { rows, nextCursor } = await page(
    (after) => heldRows(db).where(and(filter, after)),
    sorted<HeldRow>({ id: held.transactionId, createdAt: held.createdAt }, {}, input.sort),
    input,
  );
  if (input.q)
    await noteViewOfOne(
      ctx,
      rows.map(({ userId }) => userId),
    );
  return { payments: rows.map(toHeld), nextCursor, totals: { count: await countOf(db, filter) } };
}

function heldRows(db: Reader) {
  const { heldPayments: held, incomingPayments: incoming, users } = db.tables;
  return db
    .select({
      id: held.transactionId,
      ...columnsOf(held, 'status', 'amountCents', 'userId', 'payerName', 'payerDocument', 'failReason'),
      ...columnsOf(held, 'createdAt', 'concludedAt'),
      clientName: users.fullName,
      isClientActive: users.isActive,
      closedAt: users.closedAt,
      isReturn: held.isReturn,
      received: incoming.providerId,
    })
    .from(held)
    .leftJoin(incoming, eq(incoming.providerId, held.providerId))
    .innerJoin(users, eq(users.id, held.userId));
}

type HeldRow = Awaited<ReturnType<typeof heldRows>>[number];

const toHeld = ({
  amountCents,
  payerDocument,
  createdAt,
  concludedAt,
  closedAt,
  isReturn,
  received,
  ...row
}: HeldRow): HeldPayment => ({
  ...row,
  amount: toDecimal(amountCents),
  payerDocument: payerDocument && maskDocument(payerDocument),
  mayRelease: closedAt === null,
  mayReturn: !isReturn,
  isPaidOut: row.status === 'released' && received === null,
  createdAt: createdAt.toISOString(),
  concludedAt: concludedAt?.toISOString() ?? null,
});

function filterOf(db: Reader, { q, status }: HeldListInput): SQL | undefined {
  const { heldPayments: held, users } = db.tables;
  return and(
    status === undefined ? undefined : eq(held.status, status),
    q === undefined ? undefined : personMatches(db, [users.fullName, held.payerName], q),
  );
}

async function countOf(db: Reader, filter: SQL | undefined): Promise<number> {
  const { heldPayments: held, users } = db.tables;
  const [row] = await db
    .select({ count: count() })
    .from(held)
    .innerJoin(users, eq(users.id, held.userId))
    .where(filter);
  return row?.count ?? 0;
}
