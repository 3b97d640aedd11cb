import { toDecimal } from '#domain/money';
import type { MoveDirection, MoveInput } from '#domain/pix/input';
import type { OrderKind } from '#domain/pix/words';
import { askedFor } from '#server/audit/money-write';
import type { SignedInContext } from '#server/kernel/context';
import { mayCallBank } from '#server/onboarding/count-bank-calls';
import { approvedAccount } from '#server/onboarding/external-account';
import { answerOf } from '#server/provider/answer-of';
import { asTransfer, type OrderTransfer } from './orders/order-answer.ts';
import type { NewOrder } from './orders/order-row.ts';
import { type Prepared, payOnce } from './orders/pay-once.ts';

const ORDERS: Record<MoveDirection, { kind: OrderKind; description: string }> = {
  in: { kind: 'move_in', description: 'Transferência para a conta externa' },
  out: { kind: 'move_out', description: 'Transferência para a conta corrente' },
};

/**
 * `amount` in cents. Refuses ACCOUNT_NOT_APPROVED, ACCOUNT_INACTIVE, INSUFFICIENT_FUNDS, IDEMPOTENCY_KEY_REUSED, and
 * before anything is begun TOO_MANY_ATTEMPTS, PROVIDER_*.
 */
export async function move(ctx: SignedInContext, input: MoveInput): Promise<OrderTransfer> {
  const order = await payOnce(ctx, askedFor('pixMove', input), async () => ({
    ...(await prepareMove(ctx, input)),
    audit: {
      action: 'move_money',
      changes: { amount: toDecimal(input.amount), direction: input.direction },
    },
  }));
  return asTransfer(order);
}

type Moved = Pick<MoveInput, 'direction' | 'amount'>;

/** Refuses ACCOUNT_NOT_APPROVED, TOO_MANY_ATTEMPTS, PROVIDER_*. */
export async function prepareMove(
  ctx: SignedInContext,
  moved: Moved,
): Promise<Pick<Prepared, 'order'> & { externalId: string }> {
  const { external, account } = await approvedAccount(ctx);
  await mayCallBank(ctx, 'order');
  // Checks that the provider answers before money is reserved.
  answerOf(await account.balance());
  return {
    order: (checking) => moveOrder(moved, checking.id, external.accountId),
    externalId: external.accountId,
  };
}

export function moveOrder({ direction, amount }: Moved, checkingId: string, externalId: string): NewOrder {
  const [from, to] = direction === 'in' ? [checkingId, externalId] : [externalId, checkingId];
  return { ...ORDERS[direction], amountCents: amount, fromAccountId: from, alsoActive: [to] };
}
