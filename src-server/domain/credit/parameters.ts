import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { IOF_RATES } from './iof.ts';
import { LATE_RATES } from './late.ts';
import { LATE_LIMITS } from './late-limits.ts';
import { BASE_RATE_PERCENT } from './pricing.ts';
import { RISK_LEVELS } from './risk-level.ts';
import { COLLATERAL_DISCOUNTS, type CreditParameters } from './terms.ts';
import { COLLATERAL_TYPES } from './words.ts';

/** Comes out with exactly `places` decimals. */
const percent = ({ places, min, max }: { places: number; min: string; max: string }) => {
  const form = new RegExp(`^\\d{1,3}(\\.\\d{1,${places}})?$`);
  const said = (text: string) => text.replace('.', ',');
  const error = `Informe um percentual de ${said(min)} a ${said(max)}, com até ${places} casas decimais`;
  return z
    .union([z.number(), z.string()], { error })
    .transform((value) => String(value).trim())
    .refine((text) => form.test(text) && new Decimal(text).gte(min) && new Decimal(text).lte(max), { error })
    .transform((text) => new Decimal(text).toFixed(places));
};

const monthlyRate = percent({ places: 2, min: '0.01', max: '20' });
const discount = percent({ places: 2, min: '0', max: '20' });

/** At both maximums, a year's tax still leaves part of the loan. */
export const iofRatesSchema = z.object({
  dailyPercent: percent({ places: 4, min: '0', max: '0.2' }),
  additionalPercent: percent({ places: 2, min: '0', max: '10' }),
});

export const lateRatesSchema = z.object({
  finePercent: percent({ places: 2, min: '0', max: LATE_LIMITS.finePercent }),
  monthlyInterestPercent: percent({ places: 2, min: '0', max: LATE_LIMITS.monthlyInterestPercent }),
});

const byKey = <Key extends string, Value extends z.ZodType>(keys: readonly Key[], value: Value) =>
  z.object(Object.fromEntries(keys.map((key) => [key, value])) as Record<Key, Value>);

/** No discount may reduce a rate to zero. */
export const creditParametersSchema = z
  .object({
    rates: byKey(RISK_LEVELS, monthlyRate),
    discounts: byKey(COLLATERAL_TYPES, discount),
    iof: iofRatesSchema,
    late: lateRatesSchema,
  })
  .superRefine(({ rates, discounts }, context) => {
    const known = (text: string) => (/^\d+(\.\d+)?$/.test(text) ? [new Decimal(text)] : []);
    const [lowest] = Object.values(rates)
      .flatMap(known)
      .toSorted((one, other) => one.cmp(other));
    for (const type of COLLATERAL_TYPES)
      if (known(discounts[type]).some((taken) => lowest?.lte(taken)))
        context.addIssue({
          code: 'custom',
          path: ['discounts', type],
          message: 'O desconto deve ser menor que a menor taxa da tabela',
        });
  });

/** `from`: the values the editor saw, to detect concurrent changes. */
export const updateParametersSchema = creditParametersSchema.safeExtend({
  from: creditParametersSchema.optional(),
});

export const DEFAULT_CREDIT_PARAMETERS: CreditParameters = creditParametersSchema.parse({
  rates: BASE_RATE_PERCENT,
  discounts: COLLATERAL_DISCOUNTS,
  iof: IOF_RATES,
  late: LATE_RATES,
});
