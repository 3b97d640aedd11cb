import type { OpenAccount } from '#domain/ledger/apply-posting';
import { toDecimal } from '#domain/money';
import type { MoveDirection, MoveInput } from '#domain/pix/input';
import type { OrderKind } from '#domain/pix/words';
import { refuse } from '#domain/refusal';
import { findChecking } from '#server/account/holders';
import { accountWithId } from '#server/decision/account-facts';
import type { Asking, Decision } from '#server/decision/decision';
import type { DecidingContext, SignedInContext } from '#server/kernel/context';
import { balanceOf } from '#server/ledger/statement';
import { mayCallBank } from '#server/onboarding/count-bank-calls';
import { approvedAccount } from '#server/onboarding/external-account';
import { withIntent } from '#server/protection/intents/intent-row';
import { answerOf } from '#server/provider/answer-of';
import {
  decideOrder,
  type OrderFacts,
  type OrderToDecide,
  orderFacts,
  type Placed,
} from './orders/decide-order.ts';
import { asTransfer, type OrderTransfer } from './orders/order-answer.ts';
import { orderAsked } from './orders/order-asked.ts';
import type { NewOrder } from './orders/order-row.ts';
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
  const prepare = () => prepareMove(ctx, input);
  return asTransfer(await payOnce(ctx, input, { decision: PIX_MOVE, prepare }));
}

type Moved = Pick<MoveInput, 'direction' | 'amount'>;

/** `externalId`: of the ledger account. */
export type Moving = Moved & { externalId: string };

/** Refuses ACCOUNT_NOT_APPROVED, INSUFFICIENT_FUNDS (now; the decision decides), TOO_MANY_ATTEMPTS, PROVIDER_*. */
export async function prepareMove(ctx: SignedInContext, { direction, amount }: Moved): Promise<Moving> {
  const { external, account } = await approvedAccount(ctx);
  const from = direction === 'in' ? (await findChecking(ctx.db, ctx.user.id))?.id : external.accountId;
  if (from && (await balanceOf(ctx.db, from)) < amount) refuse('INSUFFICIENT_FUNDS');
  await mayCallBank(ctx, 'order');
  // Checks that the provider answers before money is reserved.
  answerOf(await account.balance());
  return { direction, amount, externalId: external.accountId };
}

export type MoveFacts = OrderFacts & { external: OpenAccount | null };

export const moveFacts = (ctx: DecidingContext, { externalId }: Moving) => ({
  ...orderFacts(ctx),
  external: accountWithId(externalId),
});

export const PIX_MOVE: Decision<Moving, MoveFacts, Placed> = {
  operation: 'pixMove',
  facts: moveFacts,
  decide(facts, asking) {
    const { amount, direction } = asking.input;
    const changes = { amount: toDecimal(amount), direction };
    return decideMove(facts, asking, { action: 'move_money', changes });
  },
};

/** Refuses ACCOUNT_INACTIVE, INSUFFICIENT_FUNDS. */
export function decideMove(facts: MoveFacts, asking: Asking<Moving>, audit: OrderToDecide['audit']) {
  const { checking, external } = facts;
  if (!checking) refuse('ACCOUNT_INACTIVE');
  const order = moveOrder(asking.input, checking.id, asking.input.externalId);
  const placed = decideOrder(asking, facts, { order, accounts: [checking, external], audit });
  return withIntent(asking, placed, orderAsked(order), { state: 'executing' });
}

export function moveOrder({ direction, amount }: Moved, checkingId: string, externalId: string): NewOrder {
  const [from, to] = direction === 'in' ? [checkingId, externalId] : [externalId, checkingId];
  return { ...ORDERS[direction], amountCents: amount, fromAccountId: from, alsoActive: [to] };
}
