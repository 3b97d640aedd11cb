import { z } from 'zod';
import { boletoPaySchema } from '#domain/account/boleto-input';
import { idempotencyKeySchema, transferSchema } from '#domain/account/transfer';
import { amountSchema } from '#domain/amount';
import { payInstalmentsSchema } from '#domain/credit/input';
import { investSchema } from '#domain/investment/input';
import { pixPaymentSchema } from '#domain/pix/input';
import { COVERED_KINDS, type CoveredKind } from './words.ts';

const CHOOSE_ONE = 'Informe um pagamento: transfer, boleto, pix, investment ou instalments';

const TOO_MUCH = 'A cobertura não pode ser maior que o pagamento';

const WITHOUT_KEY = { idempotencyKey: true } as const;
/** The inputs of the payments' own procedures; where the amount is optional there, it is required here. */
const PAYMENTS = {
  transfer: transferSchema.omit(WITHOUT_KEY),
  boleto: boletoPaySchema.omit(WITHOUT_KEY).required({ amount: true }),
  pix: pixPaymentSchema,
  investment: investSchema.omit(WITHOUT_KEY),
  instalments: payInstalmentsSchema.omit(WITHOUT_KEY).required({ total: true }),
};

/** `cover`: what the other account adds, in cents, as the customer confirmed it. Exactly one payment. */
export const payCoveredSchema = z
  .object({
    cover: amountSchema,
    transfer: PAYMENTS.transfer.optional(),
    boleto: PAYMENTS.boleto.optional(),
    pix: PAYMENTS.pix.optional(),
    investment: PAYMENTS.investment.optional(),
    instalments: PAYMENTS.instalments.optional(),
    idempotencyKey: idempotencyKeySchema,
  })
  .superRefine((input, context) => {
    if (COVERED_KINDS.filter((kind) => input[kind]).length !== 1)
      context.addIssue({ code: 'custom', path: ['payment'], message: CHOOSE_ONE });
    else if (input.cover > amountCentsOf(paymentOf(input)))
      context.addIssue({ code: 'custom', path: ['cover'], message: TOO_MUCH });
  });
export type PayCoveredInput = z.output<typeof payCoveredSchema>;

/** One payment and its input, with amounts in cents. */
export type Payment = {
  [Kind in CoveredKind]: { kind: Kind; input: z.output<(typeof PAYMENTS)[Kind]> };
}[CoveredKind];

export function paymentOf(input: Pick<PayCoveredInput, CoveredKind>): Payment {
  for (const kind of COVERED_KINDS) {
    const given = input[kind];
    if (given) return { kind, input: given } as Payment;
  }
  throw new Error('a covered payment names no payment');
}

/** What the payment takes from its account, in cents. */
export const amountCentsOf = (payment: Payment): number =>
  payment.kind === 'instalments' ? payment.input.total : payment.input.amount;
