import { asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '#db/db';
import { TRANSACTION_TYPES } from '#domain/ledger/words';
import { toDecimal } from '#domain/money';
import { ORDER_KINDS, ORDER_STATUSES } from '#domain/pix/words';
import { refuse } from '#domain/refusal';
import { moneySchema } from '#server/account/shapes';
import type { SignedInContext } from '#server/context';
import { findReversal, mayReverse } from '#server/ledger/reverse';
import { ledgerEntrySchema, toLedgerEntry } from './ledger-list.ts';

const id = z.string();

/**
 * A transaction whole: all its entries, who asked (null: the bank itself) and under which idempotency key, what it undoes
 * and what undid it, whether it may be reversed, and what it belongs to.
 */
export const ledgerTransactionSchema = z.object({
  id,
  type: z.enum(TRANSACTION_TYPES),
  description: z.string(),
  amount: moneySchema,
  createdAt: z.iso.datetime(),
  actor: z.object({ id, name: z.string(), role: z.enum(['cliente', 'admin']) }).nullable(),
  idempotencyKey: z.string().nullable(),
  reverses: id.nullable(),
  reversedBy: id.nullable(),
  isReversible: z.boolean(),
  instalment: z.object({ id, proposalId: id, userId: id, number: z.int(), purpose: z.string() }).nullable(),
  order: z
    .object({
      kind: z.enum(ORDER_KINDS),
      status: z.enum(ORDER_STATUSES),
      providerId: z.string().nullable(),
      endToEndId: z.string().nullable(),
    })
    .nullable(),
  entries: z.array(ledgerEntrySchema),
});
export type LedgerTransaction = z.output<typeof ledgerTransactionSchema>;

/** One transaction with all its sides. Refuses NOT_FOUND. */
export async function ledgerTransaction(
  { db }: SignedInContext,
  input: { id: string },
): Promise<LedgerTransaction> {
  const { transactions, users } = db.tables;
  const [found] = await db
    .select({ transaction: transactions, actorName: users.fullName, actorRole: users.role })
    .from(transactions)
    .leftJoin(users, eq(users.id, transactions.actorId))
    .where(eq(transactions.id, input.id));
  if (!found) refuse('NOT_FOUND');
  const { transaction, actorName, actorRole } = found;
  const entries = await entriesOf(db, transaction.id);
  const reversal = await findReversal(db, transaction.id);
  return {
    id: transaction.id,
    type: transaction.type,
    description: transaction.description,
    amount: toDecimal(transaction.amountCents),
    createdAt: transaction.createdAt.toISOString(),
    actor:
      transaction.actorId !== null && actorName !== null && actorRole !== null
        ? { id: transaction.actorId, name: actorName, role: actorRole }
        : null,
    idempotencyKey: transaction.idempotencyKey,
    reverses: transaction.reversesId,
    reversedBy: reversal?.id ?? null,
    isReversible: reversal === null && mayReverse(transaction.type, entries),
    instalment: await instalmentOf(db, transaction.id),
    order: await orderOf(db, transaction.id),
    entries: entries.map(toLedgerEntry),
  };
}

function entriesOf(db: Reader, transactionId: string) {
  const { accounts, entries, transactions, users } = db.tables;
  return db
    .select({
      transactionId: transactions.id,
      type: transactions.type,
      description: transactions.description,
      createdAt: transactions.createdAt,
      accountId: entries.accountId,
      amountCents: entries.amountCents,
      balanceAfterCents: entries.balanceAfterCents,
      accountNumber: accounts.accountNumber,
      accountType: accounts.accountType,
      bankAccount: accounts.bankAccount,
      holderId: users.id,
      holderName: users.fullName,
    })
    .from(entries)
    .innerJoin(transactions, eq(transactions.id, entries.transactionId))
    .innerJoin(accounts, eq(accounts.id, entries.accountId))
    .leftJoin(users, eq(users.id, accounts.userId))
    .where(eq(entries.transactionId, transactionId))
    .orderBy(asc(entries.amountCents));
}

async function instalmentOf(db: Reader, transactionId: string): Promise<LedgerTransaction['instalment']> {
  const { creditProposals, instalments } = db.tables;
  const [row] = await db
    .select({
      id: instalments.id,
      proposalId: instalments.proposalId,
      userId: creditProposals.userId,
      number: instalments.number,
      purpose: creditProposals.purpose,
    })
    .from(instalments)
    .innerJoin(creditProposals, eq(creditProposals.id, instalments.proposalId))
    .where(eq(instalments.transactionId, transactionId));
  return row ?? null;
}

async function orderOf(db: Reader, transactionId: string): Promise<LedgerTransaction['order']> {
  const { paymentOrders } = db.tables;
  const [row] = await db
    .select({
      kind: paymentOrders.kind,
      status: paymentOrders.status,
      providerId: paymentOrders.providerId,
      endToEndId: paymentOrders.endToEndId,
    })
    .from(paymentOrders)
    .where(eq(paymentOrders.transactionId, transactionId));
  return row ?? null;
}
