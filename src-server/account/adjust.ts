import type { AdjustInput } from '#domain/account/transfer';
import { type OpenAccount, refuseUnpostable } from '#domain/ledger/apply-posting';
import { formatBrl, parseDecimal, toDecimal } from '#domain/money';
import { type Refusal, refuse } from '#domain/refusal';
import { type Entry, toEntry } from '#server/account/shapes';
import { type AttemptWindows, attemptsOf, sumDecided } from '#server/auth/attempt-facts';
import { missingProofOfAmounts, refuseUnproven } from '#server/auth/proof-of-amounts';
import { bankAccount, depositAccount, type HeldFact, holderOf } from '#server/decision/account-facts';
import type { Decided, Decision } from '#server/decision/decision';
import { decideTogether } from '#server/decision/group';
import { settingNamed } from '#server/decision/setting-facts';
import type { DecidingContext, SignedInContext } from '#server/kernel/context';
import { letterOf } from '#server/outbox/queue-together';
import { type StoredSetting, settingValue } from '#server/settings/read';

/**
 * `amount` is in signed cents; works on inactive accounts. Refuses NOT_FOUND (also for investment, external
 * and bank accounts), ADJUSTMENT_TOO_LARGE, TOKEN_NOT_ALLOWED, REAUTHENTICATE (in production, above R$
 * 1.000,00 in 24 hours), USER_CLOSED, INSUFFICIENT_FUNDS, BALANCE_OUT_OF_RANGE, IDEMPOTENCY_KEY_REUSED.
 */
export async function adjust(ctx: SignedInContext, input: AdjustInput): Promise<Entry> {
  return decideTogether(ctx, adjustment(await missingProofOfAmounts(ctx)), input);
}

type Facts = {
  max: StoredSetting | null;
  account: HeldFact | null;
  adjustments: OpenAccount | null;
  adjusted: AttemptWindows;
};

/** `missing`: the refusal of an administrator who has not proven who they are. */
export const adjustment = (missing: Refusal | null): Decision<AdjustInput, Facts, Entry> => ({
  operation: 'adjust',

  facts: (ctx, { id }) => ({
    max: settingNamed('maxAdjustment'),
    account: depositAccount(id),
    adjustments: bankAccount('adjustments'),
    adjusted: attemptsOf('adjusted', ctx.user.id),
  }),

  decide({ max, account, adjustments, adjusted }, { ctx, input: { amount, reason }, by, transactionId }) {
    refuseAboveLimit(settingValue('maxAdjustment', max, ctx.env), amount);
    if (!account) refuse('NOT_FOUND');
    if (!adjustments) throw new Error('the account of adjustments not found');

    const type = amount > 0 ? ('deposit' as const) : ('withdrawal' as const);
    const posting = {
      type,
      description: reason,
      entries: [
        { accountId: account.id, amountCents: amount },
        { accountId: adjustments.id, amountCents: -amount },
      ],
      accounts: { reach: 'frozen' as const },
    };
    const { createdAt } = by;
    refuseUnpostable([account, adjustments], { ...posting, transactionId, createdAt });
    const proven = sumProven(ctx, missing, adjusted, amount);
    return {
      answer: toEntry({
        accountId: account.id,
        seq: account.seq + 1,
        amountCents: amount,
        balanceAfterCents: account.balanceCents + amount,
        transactionId,
        type,
        description: reason,
        createdAt,
        counterparty: null,
      }),
      posting,
      ...proven,
      letters: [
        letterOf(ctx, 'account_adjusted', holderOf(account), {
          accountNumber: account.accountNumber,
          amountCents: amount,
          reason,
        }),
      ],
      audit: {
        action: 'manual_adjustment',
        entityId: transactionId,
        changes: { accountId: account.id, amount: toDecimal(amount), reason },
      },
    };
  },
});

/** Amounts add up in production only. */
function sumProven(
  ctx: DecidingContext,
  missing: Refusal | null,
  windows: AttemptWindows,
  amountCents: number,
): Pick<Decided<Entry>, 'writes' | 'changes'> {
  if (!ctx.env.isProduction) return {};
  const { sum, ...counted } = sumDecided(ctx, {
    kind: 'adjusted',
    who: ctx.user.id,
    windows,
    weight: Math.abs(amountCents),
  });
  refuseUnproven(missing, sum);
  return counted;
}

function refuseAboveLimit(max: string, amountCents: number): void {
  const maxCents = parseDecimal(max) ?? 0;
  if (Math.abs(amountCents) <= maxCents) return;
  const text = `Um ajuste pode ter no máximo ${formatBrl(maxCents)}. O limite é mudado em Configurações.`;
  refuse('ADJUSTMENT_TOO_LARGE', { text });
}
