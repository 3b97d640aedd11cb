import { and, desc, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import { documentCode } from '#domain/document/code';
import { toDecimal } from '#domain/money';
import { outcomeOf } from '#domain/pix/order';
import { leavesCustomer, ORDER_KINDS, PAID_BY_BANK } from '#domain/pix/words';
import { maskDocument } from '#domain/tax-id';
import { moneySchema } from '#server/account/shapes';

/** A payee has no account number; null: unknown. */
const sideSchema = z.object({
  accountNumber: z.string().nullable(),
  pixKey: z.string().nullable(),
  name: z.string().nullable(),
  /** CPF masked, CNPJ whole. */
  document: z.string().nullable(),
});

/**
 * `status` 'processing' until the provider reports the end, 'held' while it can be undone. `line`, `dueDate`: of a boleto. `failReason`: in
 * Portuguese.
 */
export const orderSchema = z.object({
  id: z.string(),
  kind: z.enum(ORDER_KINDS),
  status: z.enum(['done', 'processing', 'failed', 'held']),
  /** When a payment that is held will be made, or is given back if nobody has reviewed it. */
  releaseAt: z.iso.datetime().optional(),
  /** Why the bank reviews a payment that is held; null: it does not. */
  inReview: z.string().nullable().optional(),
  amount: moneySchema,
  description: z.string(),
  from: sideSchema,
  to: sideSchema,
  line: z.string().nullable(),
  dueDate: z.iso.date().nullable(),
  balanceAfter: moneySchema,
  authCode: z.string(),
  endToEndId: z.string().nullable(),
  failReason: z.string().nullable(),
  createdAt: z.iso.datetime(),
  concludedAt: z.iso.datetime().nullable(),
});
export type Order = z.infer<typeof orderSchema>;

export const orderTransferSchema = orderSchema
  .omit({ line: true, dueDate: true })
  .extend({ type: z.literal('transfer') });
export type OrderTransfer = z.infer<typeof orderTransferSchema>;

export const boletoPaymentSchema = orderSchema
  .omit({ from: true, to: true, endToEndId: true })
  .extend({ type: z.literal('payment'), beneficiary: z.string().nullable() });
export type BoletoPayment = z.infer<typeof boletoPaymentSchema>;

export async function ownOrder(on: Reader, userId: string, id: string): Promise<Order | null> {
  const { paymentOrders } = on.tables;
  const [row] = await ordersWith(on).where(
    and(eq(paymentOrders.transactionId, id), eq(paymentOrders.userId, userId)),
  );
  return row ? toOrder(row, await accountNumbers(on, userId)) : null;
}

export async function openOrders(on: Reader, userId: string): Promise<Order[]> {
  const { paymentOrders } = on.tables;
  const rows = await ordersWith(on)
    .where(and(eq(paymentOrders.userId, userId), isNull(paymentOrders.concludedAt)))
    .orderBy(desc(paymentOrders.transactionId));
  const numbers = rows.length > 0 ? await accountNumbers(on, userId) : { checking: null, external: null };
  return rows.map((row) => toOrder(row, numbers));
}

export const asTransfer = (order: Order): OrderTransfer => ({ ...order, type: 'transfer' });

export const asPayment = (order: Order): BoletoPayment => ({
  ...order,
  type: 'payment',
  beneficiary: order.to.name,
});

function ordersWith(on: Reader) {
  const { accounts, entries, paymentOrders, transactions, users } = on.tables;
  return on
    .select({
      order: paymentOrders,
      description: transactions.description,
      balanceAfterCents: entries.balanceAfterCents,
      ...columnsOf(users, 'fullName', 'cpf', 'cnpj'),
    })
    .from(paymentOrders)
    .innerJoin(transactions, eq(transactions.id, paymentOrders.transactionId))
    .innerJoin(users, eq(users.id, paymentOrders.userId))
    .innerJoin(entries, eq(entries.transactionId, paymentOrders.transactionId))
    .innerJoin(accounts, and(eq(accounts.id, entries.accountId), eq(accounts.userId, paymentOrders.userId)))
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof ordersWith>>[number];
type Numbers = { checking: string | null; external: string | null };
type Side = Order['from'];

export function toOrder({ order, description, balanceAfterCents, ...holder }: Row, numbers: Numbers): Order {
  const { kind, status, amountCents, createdAt, concludedAt } = order;
  const own = (accountNumber: string | null): Side => ({
    accountNumber,
    pixKey: null,
    name: holder.fullName,
    document: maskDocument(holder.cpf ?? holder.cnpj ?? ''),
  });
  const payee: Side = {
    accountNumber: null,
    pixKey: kind === 'pix' && order.targetType !== null ? order.target : null,
    name: order.payeeName,
    document: order.payeeDocument && maskDocument(order.payeeDocument),
  };
  const [from, other] = PAID_BY_BANK.includes(kind)
    ? [numbers.checking, numbers.external]
    : [numbers.external, numbers.checking];
  return {
    id: order.transactionId,
    kind,
    status: outcomeOf(status),
    amount: toDecimal(amountCents),
    description,
    from: own(from),
    to: leavesCustomer(kind) ? payee : own(other),
    line: kind === 'boleto' ? order.target : null,
    dueDate: order.dueOn,
    balanceAfter: toDecimal(balanceAfterCents),
    authCode: documentCode(order.transactionId),
    endToEndId: order.endToEndId,
    failReason: order.failReason,
    createdAt: createdAt.toISOString(),
    concludedAt: concludedAt?.toISOString() ?? null,
  };
}

export async function accountNumbers(on: Reader, userId: string): Promise<Numbers> {
  const { accounts } = on.tables;
  const own = await on
    .select({ accountNumber: accounts.accountNumber, accountType: accounts.accountType })
    .from(accounts)
    .where(eq(accounts.userId, userId));
  const numberOf = (type: 'checking' | 'external') =>
    own.find(({ accountType }) => accountType === type)?.accountNumber ?? null;
  return { checking: numberOf('checking'), external: numberOf('external') };
}
