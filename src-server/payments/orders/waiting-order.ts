import { and, eq, ne } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import { parsePixKey } from '#domain/pix/key';
import { inWords, type Signal } from '#domain/protection/signals';
import { itsPayment, type WaitingRow, waitingColumns } from '#server/protection/waiting/waiting-row';
import { accountNumbers, type Order, ownOrder, toOrder } from './order-answer.ts';
import { newOrderRow } from './order-row.ts';

/** A PIX or boleto that waits, as an order; once it is made, its order. Null for the id of another payment. */
export async function waitingOrder(on: Reader, userId: string, id: string): Promise<Order | null> {
  const { accounts, entries, paymentIntents, paymentReviews, transactions, users } = on.tables;
  const { waitingPayments: waiting } = on.tables;
  const [found] = await on
    .select({
      waiting: waitingColumns(on),
      reviewed: paymentReviews.reasons,
      description: transactions.description,
      balanceAfterCents: entries.balanceAfterCents,
      ...columnsOf(users, 'fullName', 'cpf', 'cnpj'),
    })
    .from(waiting)
    .innerJoin(paymentIntents, itsPayment(on))
    .innerJoin(transactions, eq(transactions.id, waiting.transactionId))
    .innerJoin(users, eq(users.id, waiting.userId))
    .innerJoin(
      entries,
      and(eq(entries.transactionId, waiting.transactionId), eq(entries.accountId, paymentIntents.accountId)),
    )
    .leftJoin(paymentReviews, eq(paymentReviews.transactionId, waiting.transactionId))
    .innerJoin(accounts, eq(accounts.id, entries.accountId))
    .where(and(eq(waiting.transactionId, id), eq(waiting.userId, userId), ne(waiting.kind, 'transfer')));
  if (!found) return null;
  const { waiting: row, reviewed, ...rest } = found;
  if (row.paymentId) return ownOrder(on, userId, row.paymentId);
  const order = toOrder({ ...rest, order: asOrderRow(row) }, await accountNumbers(on, userId));
  const isOpen = row.status === 'waiting';
  return {
    ...order,
    status: isOpen ? 'held' : 'failed',
    ...(isOpen && {
      releaseAt: row.releaseAt.toISOString(),
      inReview: reviewed === null ? null : inWords(reviewed as Signal[]),
    }),
    failReason: isOpen ? null : (row.reason ?? 'Desfeito por você'),
    concludedAt: row.concludedAt?.toISOString() ?? null,
  };
}

function asOrderRow(row: WaitingRow) {
  const { kind, amountCents, accountId, target, payeeName, payeeDocument, nextLookAt } = row;
  if (kind === 'transfer') throw new Error(`payment ${row.transactionId} will not be an order`);
  const order = {
    kind,
    amountCents,
    description: '',
    fromAccountId: accountId,
    target,
    payeeName,
    payeeDocument,
  };
  const key = kind === 'pix' ? parsePixKey(target) : null;
  return newOrderRow(key ? { ...order, targetType: key.type } : order, {
    ...row,
    intentId: row.transactionId,
    now: nextLookAt ?? row.createdAt,
  });
}
