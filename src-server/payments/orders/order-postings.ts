import { eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { reversed } from '#domain/ledger/posting';
import { POSTING_TYPE } from '#domain/pix/books';
import { isOwnMove, type OrderKind } from '#domain/pix/words';
import type { DecidedPosting } from '#server/decision/decision';
import { bankAccountId } from '#server/ledger/bank-account';
import { post } from '#server/ledger/post';
import type { NewOrder, OrderRow } from './order-row.ts';

/** Description of a move in the target account; other orders leave the bank. */
const ARRIVES = {
  move_in: { accountType: 'external', description: 'Transferência da conta corrente' },
  move_out: { accountType: 'checking', description: 'Transferência da conta externa' },
} as const satisfies Partial<Record<OrderKind, object>>;

/** Moves the money into `provider_clearing`. */
export const reservation = (
  { kind, description, fromAccountId, amountCents, alsoActive = [] }: NewOrder,
  clearingId: string,
): DecidedPosting => ({
  type: POSTING_TYPE[kind],
  isOwnMove: isOwnMove(kind),
  description,
  entries: [
    { accountId: fromAccountId, amountCents: -amountCents },
    { accountId: clearingId, amountCents },
  ],
  accounts: { reach: 'active', also: alsoActive },
});

/** Posts the reserved money to its destination; returns the transaction's id. */
export async function settle(tx: Tx, order: OrderRow, at: Date): Promise<string> {
  const { description } = await transactionOf(tx, order.transactionId);
  const to = await destinationOf(tx, order);
  const posted = await post(tx, {
    type: POSTING_TYPE[order.kind],
    isOwnMove: isOwnMove(order.kind),
    description: to.description ?? description,
    createdAt: at,
    actorId: null,
    entries: [
      { accountId: await bankAccountId(tx, 'provider_clearing'), amountCents: -order.amountCents },
      { accountId: to.accountId, amountCents: order.amountCents },
    ],
    accounts: { reach: 'any' },
  });
  return posted.transactionId;
}

/** Reverses one of an order's transactions; returns the reversal's id. Refuses INSUFFICIENT_FUNDS, ALREADY_REVERSED. */
export async function undo(tx: Tx, transactionId: string, reason: string, at: Date): Promise<string> {
  const { entries } = tx.tables;
  const sides = await tx
    .select({ accountId: entries.accountId, amountCents: entries.amountCents })
    .from(entries)
    .where(eq(entries.transactionId, transactionId));
  const posted = await post(tx, {
    type: 'reversal',
    description: `Estorno: ${reason}`,
    createdAt: at,
    actorId: null,
    reversesId: transactionId,
    entries: reversed(sides),
    accounts: { reach: 'any' },
  });
  return posted.transactionId;
}

async function destinationOf(
  tx: Tx,
  { kind, userId }: OrderRow,
): Promise<{ accountId: string; description: string | null }> {
  if (kind !== 'move_in' && kind !== 'move_out')
    return { accountId: await bankAccountId(tx, 'provider_cash'), description: null };
  const { accountType, description } = ARRIVES[kind];
  return { accountId: await ownAccountId(tx, userId, accountType), description };
}

async function ownAccountId(tx: Tx, userId: string, accountType: 'external' | 'checking'): Promise<string> {
  const { accounts } = tx.tables;
  const own = await tx
    .select({ id: accounts.id, accountType: accounts.accountType })
    .from(accounts)
    .where(eq(accounts.userId, userId))
    .orderBy(accounts.createdAt, accounts.id);
  const account = own.find((one) => one.accountType === accountType);
  if (!account) throw new Error(`user ${userId} has no ${accountType} account`);
  return account.id;
}

async function transactionOf(tx: Tx, id: string): Promise<{ description: string }> {
  const { transactions } = tx.tables;
  const [row] = await tx
    .select({ description: transactions.description })
    .from(transactions)
    .where(eq(transactions.id, id));
  if (!row) throw new Error(`transaction ${id} of an order not found`);
  return row;
}
