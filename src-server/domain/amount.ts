import { z } from 'zod';
import { parseDecimal } from '#domain/money';

/** An amount as it comes in: a number or decimal text, at most two decimals; becomes integer cents. May be negative. */
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

/** An amount that must be above zero (section 5 of the specification). */
export const amountSchema = signedAmountSchema.refine((cents) => cents > 0, {
  error: 'Valor deve ser maior que zero',
});

/** An amount as a form has it: where nothing was typed, what is wrong is that it is not above zero. */
export const typedAmountSchema = z
  .union([z.number(), z.string()])
  .transform((typed) => (typed === '' ? 0 : typed))
  .pipe(amountSchema);
