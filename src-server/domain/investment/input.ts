import { z } from 'zod';
import { idempotencyKeySchema } from '#domain/account/transfer';
import { amountSchema } from '#domain/amount';
import { parseDecimal } from '#domain/money';
import { idSchema, listInput, sortSchema } from '#domain/page';
import { cleanText } from '#domain/text';
import { RISK_LEVELS } from './words.ts';

/** `termDays` and `annualRate` (percent) are maximums. */
export const PRODUCT_LIMITS = { termDays: 3650, annualRate: 100, name: 80, description: 500 };

const text = (required: string, max: number) =>
  z
    .string({ error: required })
    .transform(cleanText)
    .pipe(
      z
        .string()
        .min(1, { error: required })
        .max(max, { error: `No máximo ${max} caracteres` }),
    );

/** Comes out as '12.50', percent a year. */
const annualRateSchema = z
  .union([z.number(), z.string()], { error: 'Taxa inválida' })
  .transform((value, context) => {
    const hundredths = parseDecimal(String(value));
    if (hundredths !== null && hundredths > 0 && hundredths <= PRODUCT_LIMITS.annualRate * 100)
      return (hundredths / 100).toFixed(2);
    context.addIssue({ code: 'custom', message: 'Taxa inválida' });
    return z.NEVER;
  });

const minAmountSchema = z
  .union([z.number(), z.string()], { error: 'Valor mínimo inválido' })
  .transform((value, context) => {
    const cents = parseDecimal(String(value));
    if (cents !== null && cents > 0) return cents;
    context.addIssue({ code: 'custom', message: 'Valor mínimo inválido' });
    return z.NEVER;
  });

const TERM = 'Prazo deve ser um número inteiro positivo';

/** `minAmount` comes out as cents. Also the form's resolver. */
export const productSchema = z.object({
  name: text('Nome é obrigatório', PRODUCT_LIMITS.name),
  description: text('Descrição é obrigatória', PRODUCT_LIMITS.description),
  minAmount: minAmountSchema,
  annualRate: annualRateSchema,
  termDays: z
    .union([z.number(), z.string().regex(/^\d+$/, { error: TERM }).transform(Number)], { error: TERM })
    .pipe(
      z
        .number({ error: TERM })
        .int({ error: TERM })
        .positive({ error: TERM })
        .max(PRODUCT_LIMITS.termDays, { error: `Prazo máximo: ${PRODUCT_LIMITS.termDays} dias` }),
    ),
  riskLevel: z.enum(RISK_LEVELS, { error: 'Risco inválido' }).default('low'),
});
export type ProductInput = z.output<typeof productSchema>;

export const updateProductSchema = z.object({
  id: idSchema,
  isActive: z.boolean({ error: 'Situação inválida' }),
});

/** `amount` comes out as cents. Also the form's resolver. */
export const investSchema = z.object({
  productId: z
    .string({ error: 'Selecione um produto' })
    .min(1, { error: 'Selecione um produto' })
    .pipe(idSchema),
  amount: amountSchema,
  idempotencyKey: idempotencyKeySchema,
});
export type InvestInput = z.output<typeof investSchema>;

export const redeemSchema = z.object({ id: idSchema, idempotencyKey: idempotencyKeySchema });
export type RedeemInput = z.output<typeof redeemSchema>;

export const investmentListSchema = listInput({ sort: sortSchema('amount', 'maturityDate') });
