import { toDecimal } from '#domain/money';
import type { PixTransferInput } from '#domain/pix/input';
import { shownKey } from '#domain/pix/key';
import { refuse } from '#domain/refusal';
import { askedFor } from '#server/audit/money-write';
import type { SignedInContext } from '#server/kernel/context';
import { approvedAccount } from '#server/onboarding/external-account';
import { keptKeys } from './keys.ts';
import { asTransfer, type OrderTransfer } from './orders/order-answer.ts';
import { payOnce } from './orders/pay-once.ts';

/**
 * `amount` in cents. Refuses ACCOUNT_NOT_APPROVED, ACCOUNT_INACTIVE (either account frozen), SAME_ACCOUNT (own key),
 * INSUFFICIENT_FUNDS, IDEMPOTENCY_KEY_REUSED, and before anything is begun PROVIDER_*.
 */
export async function transfer(ctx: SignedInContext, input: PixTransferInput): Promise<OrderTransfer> {
  const order = await payOnce(ctx, askedFor('pixTransfer', input), async () => {
    const { external, account } = await approvedAccount(ctx);
    const { key, name } = input.pixKey;
    const own = await keptKeys(account);
    if (own.some((one) => one.key === key.canonical)) refuse('SAME_ACCOUNT');
    return {
      order: (checking) => ({
        kind: 'pix',
        amountCents: input.amount,
        description: input.description ?? `PIX para ${name ?? shownKey(key)}`,
        fromAccountId: external.accountId,
        // A frozen checking account blocks the external one too.
        alsoActive: [checking.id],
        target: key.canonical,
        targetType: key.type,
        payeeName: name,
      }),
      audit: {
        action: 'pix_transfer',
        changes: { amount: toDecimal(input.amount), keyType: key.type },
      },
    };
  });
  return asTransfer(order);
}
