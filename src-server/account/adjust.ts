import type { Tx } from '#db/db';
import type { AdjustInput } from '#domain/account/transfer';
import { formatBrl, parseDecimal, toDecimal } from '#domain/money';
import { refuse } from '#domain/refusal';
import { accountHeldBy } from '#server/account/held-by';
import { type Entry, toEntry } from '#server/account/shapes';
import { askedFor, moneyWrite } from '#server/audit/money-write';
import { proofOfAmounts } from '#server/auth/proof-of-amounts';
import type { SignedInContext } from '#server/kernel/context';
import { bankAccountId } from '#server/ledger/bank-account';
import { post } from '#server/ledger/post';
import { queueMessage } from '#server/outbox/queue-message';
import { readSetting } from '#server/settings/read';

/**
 * `amount` is in signed cents; works on inactive accounts. Refuses NOT_FOUND (also for investment, external
 * and bank accounts), ADJUSTMENT_TOO_LARGE, TOKEN_NOT_ALLOWED, REAUTHENTICATE (in production, above R$
 * 1.000,00 in 24 hours), USER_CLOSED, INSUFFICIENT_FUNDS, BALANCE_OUT_OF_RANGE, IDEMPOTENCY_KEY_REUSED.
 */
export async function adjust(ctx: SignedInContext, input: AdjustInput): Promise<Entry> {
  const proveAmount = await proofOfAmounts(ctx, 'adjusted');
  return moneyWrite(ctx, askedFor('adjust', input), async (tx, by) => {
    await refuseAboveLimit(tx, ctx, input.amount);
    const account = await accountHeldBy(tx, input.id, ['checking', 'savings']);

    const type = input.amount > 0 ? 'deposit' : 'withdrawal';
    const posted = await post(tx, {
      ...by,
      type,
      description: input.reason,
      entries: [
        { accountId: account.id, amountCents: input.amount },
        { accountId: await bankAccountId(tx, 'adjustments'), amountCents: -input.amount },
      ],
      accounts: { reach: 'frozen' },
    });
    await proveAmount(tx, input.amount);
    const { transactionId } = posted;
    const own = posted.entries.find((entry) => entry.accountId === account.id);
    if (!own) throw new Error(`adjustment ${transactionId}: no entry of account ${account.id}`);
    await queueMessage(tx, ctx, 'account_adjusted', account.holder, {
      accountNumber: account.accountNumber,
      amountCents: input.amount,
      reason: input.reason,
    });
    return {
      answer: toEntry({
        ...own,
        transactionId,
        type,
        description: input.reason,
        createdAt: by.createdAt,
        counterparty: null,
      }),
      audit: {
        action: 'manual_adjustment',
        entityId: transactionId,
        changes: { accountId: account.id, amount: toDecimal(input.amount), reason: input.reason },
      },
    };
  });
}

async function refuseAboveLimit(tx: Tx, { env }: SignedInContext, amountCents: number): Promise<void> {
  const max = await readSetting(tx, 'maxAdjustment', env);
  const maxCents = parseDecimal(max) ?? 0;
  if (Math.abs(amountCents) <= maxCents) return;
  const text = `Um ajuste pode ter no máximo ${formatBrl(maxCents)}. O limite é mudado em Configurações.`;
  refuse('ADJUSTMENT_TOO_LARGE', { text });
}
