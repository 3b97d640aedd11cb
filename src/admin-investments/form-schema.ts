import { z } from 'zod';
import { productSchema } from '#domain/investment/input';

/** '13,25' → '13.25', as the API takes it. */
export const rateAsSent = (typed: string): string => typed.trim().replace(',', '.');

/** An input holds text; the API's schema takes numbers too. */
const typed = z.string().transform((text): string | number => text);

export const productFormSchema = z.object({
  ...productSchema.shape,
  minAmount: typed.pipe(productSchema.shape.minAmount),
  annualRate: z
    .string()
    .transform((text): string | number => rateAsSent(text))
    .pipe(productSchema.shape.annualRate),
  termDays: z
    .string()
    .transform((text) => (/^\d+$/.test(text) ? Number(text) : Number.NaN))
    .pipe(productSchema.shape.termDays.out),
  riskLevel: productSchema.shape.riskLevel.unwrap(),
});
export type ProductForm = z.input<typeof productFormSchema>;
