import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { columnsOf } from '#db/columns';
import type { Tx } from '#db/db';
import type { ReverseInput } from '#domain/admin/reason';
import { movedCents } from '#domain/ledger/posting';
import { toDecimal } from '#domain/money';
import { moneySchema } from '#server/account/shapes';
import { askedFor, moneyWrite } from '#server/audit/money-write';
import { proofOfAmounts } from '#server/auth/proof-of-amounts';
import { among } from '#server/kernel/any-of';
import type { SignedInContext } from '#server/kernel/context';
import type { Posted } from '#server/ledger/post';
import { reverse } from '#server/ledger/reverse';
import { queueMessage } from '#server/outbox/queue-message';
import { type IntentRow, intentOf } from '#server/protection/intents/intent-row';
import { moveIntent } from '#server/protection/intents/move-intent';

export const reversalSchema = z.object({
  id: z.string(),
  type: z.literal('reversal'),
  reversesId: z.string(),
  amount: moneySchema,
  description: z.string(),
  createdAt: z.iso.datetime(),
});
export type Reversal = z.output<typeof reversalSchema>;

/**
 * Works on frozen accounts too. Refuses TOKEN_NOT_ALLOWED, REAUTHENTICATE (in production above R$ 1.000,00 in 24
 * hours), NOT_FOUND, NOT_REVERSIBLE, ALREADY_REVERSED, INSUFFICIENT_FUNDS, USER_CLOSED, IDEMPOTENCY_KEY_REUSED. Not a
 * decision: only the transaction that it reverses tells which accounts it moves.
 */
export async function reverseTransaction(ctx: SignedInContext, input: ReverseInput): Promise<Reversal> {
  const { id, reason } = input;
  const proveAmount = await proofOfAmounts(ctx, 'reversed');
  return moneyWrite(ctx, askedFor('reverse', input), async (tx, by) => {
    const posted = await reverse(tx, { transactionId: id, reason, ...by });
    const paid = await intentOf(tx, id);
    if (paid) await moveIntent(tx, { id: paid.id, state: 'returned', at: by.createdAt });
    if (paid) await forgetPayee(tx, paid, id);
    const amountCents = movedCents(posted.entries);
    await proveAmount(tx, amountCents);
    const amount = toDecimal(amountCents);
    await queueReversalMessages(tx, ctx, posted, reason);
    return {
      answer: {
        id: posted.transactionId,
        type: 'reversal' as const,
        reversesId: id,
        amount,
        description: `Estorno: ${reason}`,
        createdAt: by.createdAt.toISOString(),
      },
      audit: {
        action: 'reverse_transaction',
        entityId: posted.transactionId,
        changes: { reversesId: id, amount, reason },
      },
    };
  });
}

/** If this transaction was the first to pay it: the payment may have made a thief's account known. */
async function forgetPayee(tx: Tx, { userId, target }: IntentRow, transactionId: string): Promise<void> {
  if (target === null) return;
  const { recipients, transactions } = tx.tables;
  const [paid] = await tx
    .select({ at: transactions.createdAt })
    .from(transactions)
    .where(eq(transactions.id, transactionId));
  if (!paid) return;
  await tx.delete(recipients).where(
    and(
      eq(recipients.userId, userId),
      // No other payment is reversible.
      eq(recipients.kind, 'account'),
      eq(recipients.target, target),
      eq(recipients.firstPaidAt, paid.at),
    ),
  );
}

/** One message per account moved, except to closed customers. */
async function queueReversalMessages(
  tx: Tx,
  ctx: SignedInContext,
  posted: Posted,
  reason: string,
): Promise<void> {
  const { accounts, users } = tx.tables;
  const amounts = new Map(posted.entries.map((entry) => [entry.accountId, entry.amountCents]));
  const holders = await tx
    .select({
      accountId: accounts.id,
      accountNumber: accounts.accountNumber,
      ...columnsOf(users, 'id', 'fullName', 'email'),
    })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(and(among(tx, accounts.id, [...amounts.keys()]), isNull(users.closedAt)));
  for (const { accountId, accountNumber, ...holder } of holders) {
    const amountCents = amounts.get(accountId) ?? 0;
    await queueMessage(tx, ctx, 'transaction_reversed', holder, { accountNumber, amountCents, reason });
  }
}
