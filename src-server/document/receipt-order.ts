import { and, eq } from 'drizzle-orm';
import type { Reader } from '#db/db';
import type { Tables } from '#db/schema';
import { shownKey } from '#domain/pix/key';
import { returnReasonInWords } from '#domain/pix/returns';
import type { OrderKind, OrderStatus } from '#domain/pix/words';

export type ReceiptOrder = {
  kind: OrderKind;
  /** CPF masked. */
  pixKey: string | null;
  endToEndId: string | null;
  line: string | null;
  dueOn: string | null;
  /** Of a return: the end-to-end id of the PIX that goes back, and why. */
  returned?: { endToEndId: string | null; reason: string | null };
};

export type FoundOrder = {
  transactionId: string;
  userId: string;
  status: OrderStatus;
  payee: { name: string | null; document: string | null };
  facts: ReceiptOrder;
};

/** The order that a transaction reserved or settled; a settlement is searched among the orders of `holderId`. */
export async function findOrderOf(
  on: Reader,
  transactionId: string,
  holderId: string | null,
): Promise<FoundOrder | null> {
  const { paymentOrders } = on.tables;
  const orders = () => on.select().from(paymentOrders).$dynamic();
  const [reserved] = await orders().where(eq(paymentOrders.transactionId, transactionId));
  const row = reserved ?? (holderId === null ? undefined : await settled());
  async function settled() {
    const isSettledBy = and(eq(paymentOrders.concludedById, transactionId), eq(paymentOrders.status, 'done'));
    return (await orders().where(and(eq(paymentOrders.userId, holderId ?? ''), isSettledBy)))[0];
  }
  if (!row) return null;
  const { kind, target, targetType } = row;
  const returned = row.incomingId === null ? null : await returnedOf(on, row);
  return {
    transactionId: row.transactionId,
    userId: row.userId,
    status: row.status,
    payee: { name: row.payeeName, document: row.payeeDocument },
    facts: {
      kind,
      pixKey:
        kind === 'pix' && targetType !== null && target !== null
          ? shownKey({ type: targetType, canonical: target })
          : null,
      endToEndId: row.endToEndId,
      line: kind === 'boleto' ? target : null,
      dueOn: row.dueOn,
      ...(returned && { returned }),
    },
  };
}

async function returnedOf(
  on: Reader,
  { incomingId, returnReason, returnText }: Tables['paymentOrders']['$inferSelect'],
): Promise<NonNullable<ReceiptOrder['returned']>> {
  const { incomingPayments: incoming } = on.tables;
  const [row] = await on
    .select({ endToEndId: incoming.endToEndId })
    .from(incoming)
    .where(eq(incoming.providerId, incomingId ?? ''));
  return { endToEndId: row?.endToEndId ?? null, reason: returnReasonInWords(returnReason, returnText) };
}

/** The customer's own account that a move leads to; null if none. */
export async function destinationOf(on: Reader, { userId, facts }: FoundOrder) {
  const { accounts } = on.tables;
  const accountType = facts.kind === 'move_in' ? 'external' : 'checking';
  const [row] = await on
    .select({ accountNumber: accounts.accountNumber, accountType: accounts.accountType })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.accountType, accountType)))
    .orderBy(accounts.createdAt);
  return row ?? null;
}
