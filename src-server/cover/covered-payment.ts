import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { COVERED_KINDS, type CoveredKind } from '#domain/cover/words';
import { toDecimal } from '#domain/money';
import { refuse } from '#domain/refusal';
import { moneySchema, transferAnswerSchema } from '#server/account/shapes';
import { paidTogetherSchema } from '#server/credit/pay-instalment';
import { investmentSchema } from '#server/investment/shapes';
import type { SignedInContext } from '#server/kernel/context';
import { order } from '#server/payments/order';
import {
  asPayment,
  asTransfer,
  boletoPaymentSchema,
  orderTransferSchema,
} from '#server/payments/orders/order-answer';
import type { CoveredRow } from './covered-row.ts';
import type { Answer } from './pay-directly.ts';

/**
 * `id`: null when no cover was needed. `status` 'processing' until cover and payment are concluded. The field named by
 * `kind` is the payment's answer, of a boleto or PIX as it stands now; null until it was made.
 */
export const coveredPaymentSchema = z.object({
  id: z.string().nullable(),
  kind: z.enum(COVERED_KINDS),
  status: z.enum(['done', 'processing', 'failed']),
  cover: moneySchema,
  failReason: z.string().nullable(),
  transfer: transferAnswerSchema.nullable(),
  boleto: boletoPaymentSchema.nullable(),
  pix: orderTransferSchema.nullable(),
  investment: investmentSchema.nullable(),
  instalments: paidTogetherSchema.nullable(),
});
export type CoveredPayment = z.infer<typeof coveredPaymentSchema>;

const NOT_PAID = { transfer: null, boleto: null, pix: null, investment: null, instalments: null };

/** Refuses NOT_FOUND. */
export async function coveredPayment(ctx: SignedInContext, { id }: { id: string }): Promise<CoveredPayment> {
  const { coveredPayments } = ctx.db.tables;
  const [row] = await ctx.db
    .select()
    .from(coveredPayments)
    .where(and(eq(coveredPayments.coverId, id), eq(coveredPayments.userId, ctx.user.id)));
  if (!row) refuse('NOT_FOUND');
  const { kind, status, coverCents, failReason } = row;
  return {
    ...NOT_PAID,
    id,
    kind,
    status: status === 'done' || status === 'failed' ? status : 'processing',
    cover: toDecimal(coverCents),
    failReason,
    [kind]: await answerNow(ctx, row),
  };
}

/** A boleto or PIX goes on as an order, or waits, after it was answered. */
async function answerNow(ctx: SignedInContext, { kind, answer }: CoveredRow): Promise<unknown> {
  if (answer === null || (kind !== 'boleto' && kind !== 'pix')) return answer;
  const now = await order(ctx, answer as { id: string });
  return kind === 'pix' ? asTransfer(now) : asPayment(now);
}

export const paidWithoutCover = (kind: CoveredKind, answer: Answer): CoveredPayment => ({
  ...NOT_PAID,
  id: null,
  kind,
  status: 'status' in answer && isOrderStatus(answer.status) ? answer.status : 'done',
  cover: toDecimal(0),
  failReason: null,
  [kind]: answer,
});

const isOrderStatus = (status: string): status is CoveredPayment['status'] =>
  status === 'done' || status === 'processing' || status === 'failed';
