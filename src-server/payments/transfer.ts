import { toDecimal } from '#domain/money';
import type { PixTransferInput } from '#domain/pix/input';
import { shownKey } from '#domain/pix/key';
import { refuse } from '#domain/refusal';
import { findChecking } from '#server/account/holders';
import { record } from '#server/audit/record';
import type { SignedInContext } from '#server/kernel/context';
import { answerOf as keptAnswer, once } from '#server/ledger/once';
import { approvedAccount } from '#server/onboarding/external-account';
import { keptKeys } from './keys.ts';
import { asTransfer, type OrderTransfer } from './orders/order-answer.ts';
import { placeOrder } from './orders/place-order.ts';
import { sendNow } from './orders/send-now.ts';

/**
 * Sends a PIX from the caller's external account; `amount` in cents. Answers how it stands: done, on its way, or failed with
 * the money back. Refuses ACCOUNT_NOT_APPROVED, ACCOUNT_INACTIVE (either of the caller's accounts frozen), SAME_ACCOUNT (a
 * key of this account), INSUFFICIENT_FUNDS, IDEMPOTENCY_KEY_REUSED, and PROVIDER_FAILED or PROVIDER_TIMEOUT while the
 * provider does not answer: then nothing was begun.
 */
export async function transfer(ctx: SignedInContext, input: PixTransferInput): Promise<OrderTransfer> {
  const { idempotencyKey, ...request } = input;
  const asked = { actorId: ctx.user.id, key: idempotencyKey, request: { pixTransfer: request } };
  const kept = await keptAnswer<{ id: string }>(ctx.db, asked);
  const { id } = kept ?? (await place(ctx, input, asked));
  return asTransfer(await sendNow(ctx, id));
}

type Asked = Parameters<typeof keptAnswer>[1];

async function place(ctx: SignedInContext, input: PixTransferInput, asked: Asked): Promise<{ id: string }> {
  const { external, account } = await approvedAccount(ctx);
  const { key, name } = input.pixKey;
  const own = await keptKeys(account);
  if (own.some((one) => one.key === key.canonical)) refuse('SAME_ACCOUNT');
  const description = input.description ?? `PIX para ${name ?? shownKey(key)}`;
  const at = ctx.clock.now();
  return ctx.db.transaction((tx) =>
    once(tx, { ...asked, at }, async () => {
      const checking = await findChecking(tx, ctx.user.id);
      const id = await placeOrder(tx, ctx, {
        kind: 'pix',
        amountCents: input.amount,
        description,
        fromAccountId: external.accountId,
        // Who may not move their account's money moves none by the other one either.
        alsoActive: checking ? [checking.id] : [],
        target: key.canonical,
        targetType: key.type,
        payeeName: name,
        idempotencyKey: input.idempotencyKey,
      });
      await record(tx, ctx, {
        action: 'pix_transfer',
        entityType: 'transaction',
        entityId: id,
        changes: { amount: toDecimal(input.amount), keyType: key.type },
      });
      return { id };
    }),
  );
}
