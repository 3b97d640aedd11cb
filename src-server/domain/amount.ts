import { z } from 'zod';
import { parseDecimal } from '#domain/money';

/** A number or decimal text with at most two decimals → integer cents; may be negative. */
export const signedAmountSchema = z
  .union([z.number(), z.string()], { error: 'Valor inválido' })
  .transform((value, context) => {
    const cents = parseDecimal(String(value));
    if (cents === null) {
      context.addIssue({ code: 'custom', message: 'Valor inválido' });
      return z.NEVER;
    }
    return cents;
  });

export const amountSchema = signedAmountSchema.refine((cents) => cents > 0, {
  error: 'Valor deve ser maior que zero',
});

/** An amount from a form: an empty field gets the message for a zero amount. */
export const typedAmountSchema = z
  .union([z.number(), z.string()])
  .transform((typed) => (typed === '' ? 0 : typed))
  .pipe(amountSchema);
