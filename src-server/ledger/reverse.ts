import { eq, sql } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import { reversed } from '#domain/ledger/posting';
import type { AccountType, TransactionType } from '#domain/ledger/words';
import { refuse } from '#domain/refusal';
import { type Posted, type PostedBy, post } from './post.ts';

/** Other types are undone in their own way (redemption, settlement). */
const REVERSIBLE: ReadonlySet<TransactionType> = new Set(['transfer', 'deposit', 'withdrawal']);

/** Money at the provider, which only the provider can return, or reserved for a payment that waits, which only that ends. */
const isBound = (side: { accountType: AccountType; bankAccount: string | null }): boolean =>
  side.accountType === 'external' ||
  side.accountType === 'held' ||
  side.bankAccount === 'provider_clearing' ||
  side.bankAccount === 'provider_cash';

export function mayReverse(
  type: TransactionType,
  sides: readonly { accountType: AccountType; bankAccount: string | null }[],
): boolean {
  return REVERSIBLE.has(type) && !sides.some(isBound);
}

/**
 * Works on frozen accounts too. Refuses NOT_FOUND, NOT_REVERSIBLE, ALREADY_REVERSED, USER_CLOSED,
 * INSUFFICIENT_FUNDS.
 */
export async function reverse(
  tx: Tx,
  { transactionId, reason, ...by }: PostedBy & { transactionId: string; reason: string },
): Promise<Posted> {
  const { accounts, entries, transactions } = tx.tables;
  const rows = await tx
    .prepared('ledger.reversible', (on) =>
      on
        .select({
          type: transactions.type,
          accountId: entries.accountId,
          amountCents: entries.amountCents,
          accountType: accounts.accountType,
          bankAccount: accounts.bankAccount,
        })
        .from(transactions)
        .innerJoin(entries, eq(entries.transactionId, transactions.id))
        .innerJoin(accounts, eq(accounts.id, entries.accountId))
        .where(eq(transactions.id, sql.placeholder('transactionId'))),
    )
    .execute({ transactionId });
  const [first] = rows;
  if (!first) refuse('NOT_FOUND');
  if (!mayReverse(first.type, rows)) refuse('NOT_REVERSIBLE');

  if (await findReversal(tx, transactionId)) refuse('ALREADY_REVERSED');

  return post(tx, {
    type: 'reversal',
    description: `Estorno: ${reason}`,
    ...by,
    reversesId: transactionId,
    entries: reversed(rows),
    accounts: { reach: 'frozen' },
  });
}

/** Undefined if not reversed. */
export async function findReversal(
  on: Reader,
  transactionId: string,
): Promise<{ id: string; createdAt: Date } | undefined> {
  const [reversal] = await on
    .prepared('ledger.reversalOf', (reader, { transactions }) =>
      reader
        .select({ id: transactions.id, createdAt: transactions.createdAt })
        .from(transactions)
        .where(eq(transactions.reversesId, sql.placeholder('transactionId'))),
    )
    .execute({ transactionId });
  return reversal;
}
