import { z } from 'zod';
import { creditParametersSchema } from '#domain/credit/parameters';
import type { CreditParameters } from './credit-parameters.ts';

const typed = z.string();

export const parametersFormSchema = z
  .object({
    rates: z.object({ muito_baixo: typed, baixo: typed, moderado: typed, alto: typed, muito_alto: typed }),
    discounts: z.object({ moto: typed, carro: typed, casa: typed }),
    iof: z.object({ dailyPercent: typed, additionalPercent: typed }),
    late: z.object({ finePercent: typed, monthlyInterestPercent: typed }),
  })
  .transform((values, context) => {
    const found = creditParametersSchema.safeParse(eachOf(values, (text) => text.replace(',', '.')));
    if (found.success) return found.data;
    for (const { path, message } of found.error.issues) context.addIssue({ code: 'custom', path, message });
    return z.NEVER;
  });

export const asShown = (parameters: CreditParameters): CreditParameters =>
  eachOf(parameters, (text) => text.replace('.', ','));

function eachOf(
  { rates, discounts, iof, late }: CreditParameters,
  change: (text: string) => string,
): CreditParameters {
  const each = <Key extends string>(group: Record<Key, string>) =>
    Object.fromEntries(Object.entries<string>(group).map(([name, text]) => [name, change(text)])) as Record<
      Key,
      string
    >;
  return { rates: each(rates), discounts: each(discounts), iof: each(iof), late: each(late) };
}
