import { asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '#db/db';
import { sumOfCents } from '#domain/ledger/posting';
import { type BankAccount, TRANSACTION_TYPES } from '#domain/ledger/words';
import { toDecimal } from '#domain/money';
import { refuse } from '#domain/refusal';
import { moneySchema } from '#server/account/shapes';
import { noteView } from '#server/auth/profile/note-view';
import type { SignedInContext } from '#server/kernel/context';
import { findReversal, mayReverse } from '#server/ledger/reverse';
import { ledgerEntrySchema, toLedgerEntry } from './ledger-list.ts';
import { rowColumns } from './ledger-rows.ts';
import { creditSchema, investmentSchema, productOf } from './product-context.ts';
import { incomingOf, incomingSchema, orderOf, orderSchema } from './transaction-context.ts';

const id = z.string();

/** All entries of a transaction; their `sum` is zero unless the database was tampered with. `actor`: null for the bank. */
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
  credit: creditSchema,
  investment: investmentSchema,
  order: orderSchema,
  incoming: incomingSchema,
  entries: z.array(ledgerEntrySchema),
  sum: moneySchema,
});
export type LedgerTransaction = z.output<typeof ledgerTransactionSchema>;

/** Leaves a `view_user` row about each customer whose account it moved. Refuses NOT_FOUND. */
export async function ledgerTransaction(
  ctx: SignedInContext,
  input: { id: string },
): Promise<LedgerTransaction> {
  const { db } = ctx;
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
  for (const holderId of new Set(entries.map((entry) => entry.holderId)))
    if (holderId !== null) await noteView(ctx, holderId);
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
    isReversible: !reversal && mayReverse(transaction.type, entries),
    ...(await productOf(db, transaction, entries)),
    // Payments pass through provider_clearing; incoming money comes from provider_cash, or from held_pix if it was held.
    order: touches(entries, 'provider_clearing') ? await orderOf(db, transaction) : null,
    incoming:
      touches(entries, 'provider_cash') || touches(entries, 'held_pix')
        ? await incomingOf(db, transaction.id)
        : null,
    entries: entries.map(toLedgerEntry),
    sum: toDecimal(sumOfCents(entries)),
  };
}

const touches = (entries: readonly { bankAccount: string | null }[], name: BankAccount): boolean =>
  entries.some(({ bankAccount }) => bankAccount === name);

function entriesOf(db: Reader, transactionId: string) {
  const { accounts, entries, transactions, users } = db.tables;
  return db
    .select(rowColumns(db))
    .from(entries)
    .innerJoin(transactions, eq(transactions.id, entries.transactionId))
    .innerJoin(accounts, eq(accounts.id, entries.accountId))
    .leftJoin(users, eq(users.id, accounts.userId))
    .where(eq(entries.transactionId, transactionId))
    .orderBy(asc(entries.amountCents));
}
