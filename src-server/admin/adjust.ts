import { and, eq, inArray } from 'drizzle-orm';
import type { AdjustInput } from '#domain/account/transfer';
import { toDecimal } from '#domain/money';
import { refuse } from '#domain/refusal';
import { type Entry, toEntry } from '#server/account/shapes';
import { record } from '#server/audit/record';
import type { SignedInContext } from '#server/context';
import { bankAccountId } from '#server/ledger/bank-account';
import { once } from '#server/ledger/once';
import { post } from '#server/ledger/post';
import { refuseMoneyForClosed } from './closed-holders.ts';

/**
 * An administrator's adjustment of a customer's checking or savings account, active or not: `amount` (signed cents) above
 * zero is a deposit, below zero a withdrawal, against the bank's account `adjustments`. Answers the customer's entry.
 * An investment account holds exactly the principals, the external one mirrors the provider: neither is adjusted by hand.
 * Refuses NOT_FOUND (no such account, not a customer's, or one of those two), USER_CLOSED (a deposit for who has closed the
 * relation), INSUFFICIENT_FUNDS, IDEMPOTENCY_KEY_REUSED.
 */
export async function adjust(ctx: SignedInContext, input: AdjustInput): Promise<Entry> {
  const { idempotencyKey, ...request } = input;
  const at = ctx.clock.now();
  return ctx.db.transaction((tx) =>
    once(tx, { actorId: ctx.user.id, key: idempotencyKey, request: { adjust: request }, at }, async () => {
      const { accounts } = tx.tables;
      const [account] = await tx
        .select({ id: accounts.id })
        .from(accounts)
        .where(and(eq(accounts.id, input.id), inArray(accounts.accountType, ['checking', 'savings'])));
      if (!account) refuse('NOT_FOUND');

      const type = input.amount > 0 ? 'deposit' : 'withdrawal';
      const posted = await post(tx, {
        type,
        description: input.reason,
        createdAt: at,
        actorId: ctx.user.id,
        idempotencyKey,
        entries: [
          { accountId: account.id, amountCents: input.amount },
          { accountId: await bankAccountId(tx, 'adjustments'), amountCents: -input.amount },
        ],
      });
      await refuseMoneyForClosed(tx, posted);
      const own = posted.entries.find((entry) => entry.accountId === account.id);
      if (!own) throw new Error('an adjustment was posted without the account');
      await record(tx, ctx, {
        action: 'manual_adjustment',
        entityType: 'transaction',
        entityId: posted.transactionId,
        changes: { accountId: account.id, amount: toDecimal(input.amount), reason: input.reason },
      });
      return toEntry({
        ...own,
        transactionId: posted.transactionId,
        type,
        description: input.reason,
        createdAt: at,
        counterparty: null,
      });
    }),
  );
}
