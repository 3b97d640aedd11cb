import { z } from 'zod';
import { idempotencyKeySchema, receiveSchema } from '#domain/account/transfer';
import { hundredthsSchema } from '#domain/amount';
import { daySchema } from '#domain/day-schema';
import { centsOf, toDecimal } from '#domain/money';
import { idSchema, listInput, searchSchema, sortSchema } from '#domain/page';
import type { Charged } from './terms.ts';
import { CHARGE_KINDS, CHARGE_STATUSES, RATE_MODES } from './words.ts';

const HUNDRED_PERCENT = 10_000;
/** Decreto 22.626/1933, art. 9. */
const MAX_FINE_PERCENT = 10;
/** Against typing errors. */
const MAX_INTEREST_PERCENT = 10;

export const CHARGE_MINUTES = { least: 5, usual: 24 * 60, most: 30 * 24 * 60 };
/** `ahead`: days from today to the furthest due date. */
export const CHARGE_DAYS = { valid: 30, mostValid: 365, ahead: 365, mostBefore: 365 };

/** Decimal text above zero. */
const valueSchema = hundredthsSchema('Informe um valor maior que zero', 1).transform(toDecimal);

const rateFields = { mode: z.enum(RATE_MODES, { error: 'Escolha R$ ou %' }), value: valueSchema };

const whole = (error: string, least: number, most: number) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^\d{1,6}$/, { error })
          .transform(Number),
      ],
      { error },
    )
    .pipe(z.int({ error }).min(least, { error }).max(most, { error }));

const minutesSchema = whole(
  'Validade inválida: de 5 minutos a 30 dias',
  CHARGE_MINUTES.least,
  CHARGE_MINUTES.most,
);

const chargeFields = z.object({
  ...receiveSchema.shape,
  dueDate: daySchema('Data de vencimento inválida').optional(),
  expiresInMinutes: minutesSchema.optional(),
  validDays: whole('De 0 a 365 dias', 0, CHARGE_DAYS.mostValid).optional(),
  fine: z.object(rateFields).optional(),
  interest: valueSchema.optional(),
  discount: z
    .object({ ...rateFields, daysBefore: whole('De 0 a 365 dias', 0, CHARGE_DAYS.mostBefore).default(0) })
    .optional(),
});
type ChargeFields = z.output<typeof chargeFields>;

/**
 * With `dueDate` a dated charge, which may have a fine, interest (percent a month) and a discount; else an immediate one. `amount` comes
 * out as cents. Also the form's resolver.
 */
export const chargeFormSchema = chargeFields.superRefine(refuseTerms);
export const createChargeSchema = chargeFields
  .extend({ idempotencyKey: idempotencyKeySchema })
  .superRefine(refuseTerms);
export type CreateChargeInput = z.output<typeof createChargeSchema>;

function refuseTerms(charge: ChargeFields, context: z.RefinementCtx): void {
  const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
  const { amount, dueDate, expiresInMinutes, validDays, fine, interest, discount } = charge;
  if (dueDate === undefined) {
    if (fine || interest !== undefined || discount || validDays !== undefined)
      refuse(['dueDate'], 'Informe o vencimento: só com ele há multa, juros e desconto');
    return;
  }
  if (expiresInMinutes !== undefined)
    refuse(['expiresInMinutes'], 'Uma cobrança com vencimento vale por dias: informe validDays');
  if (fine && isAbove(MAX_FINE_PERCENT, fine, amount))
    refuse(['fine', 'value'], `A multa é de no máximo ${MAX_FINE_PERCENT}% do valor`);
  if (interest !== undefined && Number(interest) > MAX_INTEREST_PERCENT)
    refuse(['interest'], `Os juros são de no máximo ${MAX_INTEREST_PERCENT}% ao mês`);
  if (discount && discountCents(discount, amount) >= amount)
    refuse(['discount', 'value'], 'O desconto deve ser menor que o valor');
}

type TypedRate = { mode: string; value: string };

/** Compared as integers: a fraction of reais is not exact. */
const isAbove = (percent: number, { mode, value }: TypedRate, amountCents: number): boolean =>
  mode === 'percent' ? centsOf(value) > percent * 100 : centsOf(value) * 100 > percent * amountCents;

/** What it takes off; a percentage is rounded half up. */
const discountCents = ({ mode, value }: TypedRate, amountCents: number): number =>
  mode === 'percent' ? Math.round((amountCents * centsOf(value)) / HUNDRED_PERCENT) : centsOf(value);

export const termsOf = ({ fine, interest, discount }: ChargeFields): Charged['terms'] => ({
  fine: fine ?? null,
  interest: interest ?? null,
  discount: discount ?? null,
});

const filters = {
  q: searchSchema,
  status: z.enum(CHARGE_STATUSES, { error: 'Situação inválida' }).optional(),
  kind: z.enum(CHARGE_KINDS, { error: 'Tipo de cobrança inválido' }).optional(),
};

export const chargeListSchema = listInput({ ...filters, sort: sortSchema('amount') });
export type ChargeListInput = z.output<typeof chargeListSchema>;

export const chargeExportSchema = z.object(filters).prefault({});
export type ChargeFilters = z.output<typeof chargeExportSchema>;

/** `id`: of its public page. */
export const publicChargeSchema = z.object({ id: idSchema });
