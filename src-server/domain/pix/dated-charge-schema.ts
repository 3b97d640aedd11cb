import { z } from 'zod';
import { daySchema } from '#domain/day-schema';
import { parseDecimal } from '#domain/money';
import type { DatedCharge } from './dated-charge.ts';

const MAX_DISCOUNTS = 3;
const MAX_VALID_DAYS = 3650;
const HUNDRED_PERCENT = 10_000;

const inHundredths = (value: string): number => parseDecimal(value) ?? 0;

/** As the API Pix writes values and percentages: '2.00', of ten digits before the point at most. */
const valueSchema = z
  .string()
  .refine((text) => text.length <= 13 && text.at(-3) === '.' && inHundredths(text) > 0, {
    error: 'Informe o valor ou a porcentagem com duas casas: 2.00',
  });

const rated = <const Modes extends readonly number[]>(modes: Modes) =>
  z.strictObject({ mode: z.literal(modes), value: valueSchema });

const discountSchema = z.union([
  z.strictObject({
    mode: z.literal([1, 2]),
    until: z
      .array(z.strictObject({ on: daySchema('Data de desconto inválida'), value: valueSchema }))
      .min(1)
      .max(MAX_DISCOUNTS),
  }),
  rated([3, 4, 5, 6]),
]);

/** A charge with due date, as the API Pix accepts one (its violations of CobVOperacaoInvalida). `original` comes out in cents. */
export const datedChargeSchema = z
  .object({
    original: valueSchema.transform(inHundredths),
    dueOn: daySchema('Data de vencimento inválida'),
    validDays: z.int().min(0).max(MAX_VALID_DAYS).default(30),
    fine: rated([1, 2]).optional(),
    interest: rated([1, 2, 3, 4, 5, 6, 7, 8]).optional(),
    rebate: rated([1, 2]).optional(),
    discount: discountSchema.optional(),
  })
  .transform(({ original: originalCents, ...rest }): DatedCharge => ({ ...rest, originalCents }))
  .superRefine((charge, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    const { rebate, discount } = charge;
    if (rebate && !isBelow(charge, rebate.value, rebate.mode === 2))
      refuse('rebate', 'O abatimento deve ser menor que a cobrança');
    if (!discount) return;
    const isPercent = discount.mode === 2 || discount.mode >= 5;
    const limits = 'until' in discount ? discount.until : [discount];
    if (!limits.every(({ value }) => isBelow(charge, value, isPercent)))
      refuse('discount', 'O desconto deve ser menor que a cobrança');
    const days = 'until' in discount ? discount.until.map(({ on }) => on) : [];
    if (days.some((on) => on > charge.dueOn))
      refuse('discount', 'O desconto não pode valer depois do vencimento');
    if (new Set(days).size < days.length) refuse('discount', 'Cada desconto vale até uma data diferente');
  });

const isBelow = ({ originalCents }: DatedCharge, value: string, isPercent: boolean): boolean =>
  inHundredths(value) < (isPercent ? HUNDRED_PERCENT : originalCents);
