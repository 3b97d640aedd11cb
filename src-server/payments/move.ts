import { toDecimal } from '#domain/money';
import type { MoveDirection, MoveInput } from '#domain/pix/input';
import type { OrderKind } from '#domain/pix/words';
import { askedFor } from '#server/audit/money-write';
import type { SignedInContext } from '#server/kernel/context';
import { mayCallBank } from '#server/onboarding/count-bank-calls';
import { approvedAccount } from '#server/onboarding/external-account';
import { answerOf } from '#server/provider/answer-of';
import { asTransfer, type OrderTransfer } from './orders/order-answer.ts';
import { payOnce } from './orders/pay-once.ts';

const ORDERS: Record<MoveDirection, { kind: OrderKind; description: string }> = {
  in: { kind: 'move_in', description: 'Transferência para a conta externa' },
  out: { kind: 'move_out', description: 'Transferência para a conta corrente' },
};

/**
 * `amount` in cents. Refuses ACCOUNT_NOT_APPROVED, ACCOUNT_INACTIVE, INSUFFICIENT_FUNDS, IDEMPOTENCY_KEY_REUSED, and
 * before anything is begun TOO_MANY_ATTEMPTS, PROVIDER_*.
 */
export async function move(ctx: SignedInContext, input: MoveInput): Promise<OrderTransfer> {
  const order = await payOnce(ctx, askedFor('pixMove', input), async () => {
    const { external, account } = await approvedAccount(ctx);
    await mayCallBank(ctx, 'order');
    // Checks that the provider answers before money is reserved.
    answerOf(await account.balance());
    return {
      order: (checking) => {
        const [from, to] =
          input.direction === 'in' ? [checking.id, external.accountId] : [external.accountId, checking.id];
        return {
          ...ORDERS[input.direction],
          amountCents: input.amount,
          fromAccountId: from,
          alsoActive: [to],
        };
      },
      audit: {
        action: 'move_money',
        changes: { amount: toDecimal(input.amount), direction: input.direction },
      },
    };
  });
  return asTransfer(order);
}
