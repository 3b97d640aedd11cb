import { and, eq, inArray } from 'drizzle-orm';
import type { Reader } from '#db/db';
import type { BoletoPayInput } from '#domain/account/boleto-input';
import { formatBrl, toDecimal } from '#domain/money';
import { OPEN_ORDER_STATUSES } from '#domain/pix/words';
import { refuse } from '#domain/refusal';
import { askedFor } from '#server/audit/money-write';
import type { SignedInContext } from '#server/kernel/context';
import { mayCallBank } from '#server/onboarding/count-bank-calls';
import { answerOf } from '#server/provider/answer-of';
import { boletoOf } from './boleto-preview.ts';
import { asPayment, type BoletoPayment } from './orders/order-answer.ts';
import { type Prepared, payOnce } from './orders/pay-once.ts';

/**
 * Pays the amount registered now. Refuses VALIDATION, BOLETO_NOT_PAYABLE (no amount), BOLETO_CHANGED (not the expected
 * `amount`, in cents), BOLETO_ALREADY_PAID, TOO_MANY_ATTEMPTS, PROVIDER_*, ACCOUNT_INACTIVE, INSUFFICIENT_FUNDS,
 * IDEMPOTENCY_KEY_REUSED.
 */
export async function payBoleto(ctx: SignedInContext, input: BoletoPayInput): Promise<BoletoPayment> {
  return asPayment(await payOnce(ctx, askedFor('payBoleto', input), () => prepare(ctx, input)));
}

async function prepare(ctx: SignedInContext, input: BoletoPayInput): Promise<Prepared> {
  const boleto = boletoOf(ctx, input.line);
  // The provider would refuse it too, without saying who paid.
  if (await isPaidBy(ctx.db, ctx.user.id, boleto.line)) refuse('BOLETO_ALREADY_PAID');
  await mayCallBank(ctx, 'order');
  const registered = answerOf(await ctx.provider.root.simulateBill(boleto.line));
  const { amountCents, beneficiaryName } = registered;
  if (!amountCents) refuse('BOLETO_NOT_PAYABLE');
  if (input.amount !== undefined && input.amount !== amountCents)
    refuse('BOLETO_CHANGED', {
      text: `O valor deste boleto agora é ${formatBrl(amountCents)}. Confira antes de pagar.`,
    });
  return {
    order: (checking) => ({
      kind: 'boleto',
      amountCents,
      description: `Boleto ${beneficiaryName ?? ''}`.trim(),
      fromAccountId: checking.id,
      target: boleto.line,
      payeeName: beneficiaryName,
      payeeDocument: registered.beneficiaryDocument,
      dueOn: registered.dueOn ?? (boleto.kind === 'bank' ? boleto.dueOn : null),
    }),
    check: async (tx) => {
      if (await isPaidBy(tx, ctx.user.id, boleto.line)) refuse('BOLETO_ALREADY_PAID');
    },
    audit: { action: 'pay_boleto', changes: { amount: toDecimal(amountCents), line: boleto.line } },
  };
}

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
