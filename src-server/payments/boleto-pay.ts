import { and, eq, inArray } from 'drizzle-orm';
import type { BoletoPayInput } from '#domain/account/boleto-input';
import { formatBrl, toDecimal } from '#domain/money';
import { OPEN_ORDER_STATUSES } from '#domain/pix/words';
import { refuse } from '#domain/refusal';
import { findChecking } from '#server/account/holders';
import { record } from '#server/audit/record';
import type { SignedInContext } from '#server/kernel/context';
import { answerOf as keptAnswer, once } from '#server/ledger/once';
import { answerOf } from '#server/provider/answer-of';
import type { Reader } from '../../db/db.ts';
import { slipOf } from './boleto-preview.ts';
import { asPayment, type BoletoPayment } from './orders/order-answer.ts';
import { placeOrder } from './orders/place-order.ts';
import { sendNow } from './orders/send-now.ts';

/**
 * Pays a slip from the caller's checking account, by the bank's own account at the provider. What is paid is what the
 * provider has registered now, fine and interest included. Refuses VALIDATION, BOLETO_NOT_PAYABLE (no amount registered),
 * BOLETO_CHANGED (another amount than `amount`, in cents), BOLETO_ALREADY_PAID (by this customer, or on its way),
 * PROVIDER_REFUSED, PROVIDER_FAILED, PROVIDER_TIMEOUT, ACCOUNT_INACTIVE, INSUFFICIENT_FUNDS, IDEMPOTENCY_KEY_REUSED.
 */
export async function payBoleto(ctx: SignedInContext, input: BoletoPayInput): Promise<BoletoPayment> {
  const { idempotencyKey, ...request } = input;
  const asked = { actorId: ctx.user.id, key: idempotencyKey, request: { payBoleto: request } };
  const kept = await keptAnswer<{ id: string }>(ctx.db, asked);
  const { id } = kept ?? (await placeOnce(ctx, input, asked));
  return asPayment(await sendNow(ctx, id));
}

type Asked = Parameters<typeof keptAnswer>[1];

/** The same request may have gone through meanwhile, by another call: then the slip is no more to be paid, and all is well. */
async function placeOnce(ctx: SignedInContext, input: BoletoPayInput, asked: Asked): Promise<{ id: string }> {
  try {
    return await place(ctx, input, asked);
  } catch (error) {
    const kept = await keptAnswer<{ id: string }>(ctx.db, asked);
    if (!kept) throw error;
    return kept;
  }
}

async function place(ctx: SignedInContext, input: BoletoPayInput, asked: Asked): Promise<{ id: string }> {
  const boleto = slipOf(ctx, input.line);
  // The provider, too, would say that it is paid, but not by whom.
  if (await isPaidBy(ctx.db, ctx.user.id, boleto.line)) refuse('BOLETO_ALREADY_PAID');
  const registered = answerOf(await ctx.provider.root.simulateBill(boleto.line));
  const { amountCents, beneficiaryName } = registered;
  if (!amountCents) refuse('BOLETO_NOT_PAYABLE');
  if (input.amount !== undefined && input.amount !== amountCents)
    refuse('BOLETO_CHANGED', {
      text: `O valor deste boleto agora é ${formatBrl(amountCents)}. Confira antes de pagar.`,
    });
  const at = ctx.clock.now();
  return ctx.db.transaction((tx) =>
    once(tx, { ...asked, at }, async () => {
      const checking = await findChecking(tx, ctx.user.id);
      if (!checking) refuse('ACCOUNT_INACTIVE');
      const id = await placeOrder(
        tx,
        ctx,
        {
          kind: 'boleto',
          amountCents,
          description: `Boleto ${beneficiaryName ?? ''}`.trim(),
          fromAccountId: checking.id,
          target: boleto.line,
          payeeName: beneficiaryName,
          payeeDocument: registered.beneficiaryDocument,
          dueOn: registered.dueOn ?? (boleto.kind === 'bank' ? boleto.dueOn : null),
          idempotencyKey: input.idempotencyKey,
        },
        async () => {
          if (await isPaidBy(tx, ctx.user.id, boleto.line)) refuse('BOLETO_ALREADY_PAID');
        },
      );
      await record(tx, ctx, {
        action: 'pay_boleto',
        entityType: 'transaction',
        entityId: id,
        changes: { amount: toDecimal(amountCents), line: boleto.line },
      });
      return { id };
    }),
  );
}

/** Whether this customer has paid the slip, or is paying it. */
async function isPaidBy(on: Reader, userId: string, line: string): Promise<boolean> {
  const { paymentOrders } = on.tables;
  const [found] = await on
    .select({ id: paymentOrders.transactionId })
    .from(paymentOrders)
    .where(
      and(
        eq(paymentOrders.userId, userId),
        eq(paymentOrders.target, line),
        inArray(paymentOrders.status, [...OPEN_ORDER_STATUSES, 'done']),
      ),
    );
  return found !== undefined;
}
