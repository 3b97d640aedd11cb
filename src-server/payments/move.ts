import { toDecimal } from '#domain/money';
import type { MoveDirection, MoveInput } from '#domain/pix/input';
import type { OrderKind } from '#domain/pix/words';
import { refuse } from '#domain/refusal';
import { findChecking } from '#server/account/holders';
import { record } from '#server/audit/record';
import type { SignedInContext } from '#server/kernel/context';
import { answerOf as keptAnswer, once } from '#server/ledger/once';
import { approvedAccount } from '#server/onboarding/external-account';
import { answerOf } from '#server/provider/answer-of';
import { asTransfer, type OrderTransfer } from './orders/order-answer.ts';
import { placeOrder } from './orders/place-order.ts';
import { sendNow } from './orders/send-now.ts';

const ORDERS: Record<MoveDirection, { kind: OrderKind; description: string }> = {
  in: { kind: 'move_in', description: 'Transferência para a conta externa' },
  out: { kind: 'move_out', description: 'Transferência para a conta corrente' },
};

/**
 * Moves money between the caller's checking account and the external one, at the provider too; `amount` in cents. Answers
 * how it stands: done, on its way, or failed with the money back. Refuses ACCOUNT_NOT_APPROVED, ACCOUNT_INACTIVE,
 * INSUFFICIENT_FUNDS, IDEMPOTENCY_KEY_REUSED, and PROVIDER_FAILED or PROVIDER_TIMEOUT: then nothing was begun.
 */
export async function move(ctx: SignedInContext, input: MoveInput): Promise<OrderTransfer> {
  const { idempotencyKey, ...request } = input;
  const asked = { actorId: ctx.user.id, key: idempotencyKey, request: { pixMove: request } };
  const kept = await keptAnswer<{ id: string }>(ctx.db, asked);
  const { id } = kept ?? (await place(ctx, input, asked));
  return asTransfer(await sendNow(ctx, id));
}

type Asked = Parameters<typeof keptAnswer>[1];

async function place(ctx: SignedInContext, input: MoveInput, asked: Asked): Promise<{ id: string }> {
  const { external, account } = await approvedAccount(ctx);
  // Whether the provider answers at all, before anybody's money is set aside.
  answerOf(await account.balance());
  const at = ctx.clock.now();
  return ctx.db.transaction((tx) =>
    once(tx, { ...asked, at }, async () => {
      const checking = await findChecking(tx, ctx.user.id);
      if (!checking) refuse('ACCOUNT_INACTIVE');
      const [from, to] =
        input.direction === 'in' ? [checking.id, external.accountId] : [external.accountId, checking.id];
      const id = await placeOrder(tx, ctx, {
        ...ORDERS[input.direction],
        amountCents: input.amount,
        fromAccountId: from,
        alsoActive: [to],
        idempotencyKey: input.idempotencyKey,
      });
      await record(tx, ctx, {
        action: 'move_money',
        entityType: 'transaction',
        entityId: id,
        changes: { amount: toDecimal(input.amount), direction: input.direction },
      });
      return { id };
    }),
  );
}
