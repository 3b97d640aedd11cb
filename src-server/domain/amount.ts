import { z } from 'zod';
import { parseDecimal } from '#domain/money';
import { parsedBy } from '#domain/parsed';

/** A number or decimal text with at most two decimals → integer hundredths, within bounds. */
export const hundredthsSchema = (
  error: string,
  min = Number.MIN_SAFE_INTEGER,
  max = Number.MAX_SAFE_INTEGER,
) =>
  z.union([z.number(), z.string()], { error }).transform(
    parsedBy((value) => {
      const hundredths = parseDecimal(String(value));
      return hundredths !== null && hundredths >= min && hundredths <= max ? hundredths : null;
    }, error),
  );

/** Percent above zero: 2.5 or '2.5' comes out as '2.50'. */
export const rateSchema = (max: number) =>
  hundredthsSchema('Taxa inválida', 1, max * 100).transform((hundredths) => (hundredths / 100).toFixed(2));

/** A whole number above zero, as a number or digits. */
export const termSchema = (max: number, error: string, tooLong = error) =>
  z
    .union([z.number(), z.string().regex(/^\d+$/, { error }).transform(Number)], { error })
    .pipe(z.number({ error }).int({ error }).min(1, { error }).max(max, { error: tooLong }));

/** Comes out as integer cents; may be negative. */
export const signedAmountSchema = hundredthsSchema('Valor inválido');

export const amountSchema = signedAmountSchema.refine((cents) => cents > 0, {
  error: 'Valor deve ser maior que zero',
});

/** An amount from a form: an empty field gets the message for a zero amount. */
export const typedAmountSchema = z
  .union([z.number(), z.string()])
  .transform((typed) => (typed === '' ? 0 : typed))
  .pipe(amountSchema);
