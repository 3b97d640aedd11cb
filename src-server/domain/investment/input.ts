import { z } from 'zod';
import { idempotencyKeySchema } from '#domain/account/transfer';
import { amountSchema, hundredthsSchema, rateSchema, termSchema } from '#domain/amount';
import { idSchema, listInput, searchSchema, sortSchema } from '#domain/page';
import { textSchema } from '#domain/text-schema';
import { INVESTMENT_STATUSES, RISK_LEVELS } from './words.ts';

/** `termDays` and `annualRate` (percent) are maximums. */
export const PRODUCT_LIMITS = { termDays: 3650, annualRate: 100, name: 80, description: 500 };

const text = (required: string, max: number) => textSchema(1, max, required, `No máximo ${max} caracteres`);

/** `minAmount` comes out as cents, `annualRate` as '12.50', percent a year. Also the form's resolver. */
export const productSchema = z.object({
  name: text('Nome é obrigatório', PRODUCT_LIMITS.name),
  description: text('Descrição é obrigatória', PRODUCT_LIMITS.description),
  minAmount: hundredthsSchema('Valor mínimo inválido', 1),
  annualRate: rateSchema(PRODUCT_LIMITS.annualRate),
  termDays: termSchema(
    PRODUCT_LIMITS.termDays,
    'Prazo deve ser um número inteiro positivo',
    `Prazo máximo: ${PRODUCT_LIMITS.termDays} dias`,
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

/** `q` searches product and holder (name or document), the latter for administrators. */
export const investmentListSchema = listInput({
  q: searchSchema,
  status: z.enum(INVESTMENT_STATUSES, { error: 'Situação inválida' }).optional(),
  sort: sortSchema('amount', 'maturityDate'),
});
