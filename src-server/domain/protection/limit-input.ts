import { z } from 'zod';
import { reasonSchema } from '#domain/account/transfer';
import { amountSchema } from '#domain/amount';
import { idSchema } from '#domain/page';
import { MOST_UNDO_MINUTES } from './waiting.ts';
import { LIMIT_KINDS, LIMIT_WINDOWS } from './words.ts';

const kindSchema = z.enum(LIMIT_KINDS, { error: 'Tipo de limite inválido' });
const windowSchema = z.enum(LIMIT_WINDOWS, { error: 'Período de limite inválido' });

/** `amount`: in cents once parsed; '0.00' lets nothing through. */
const limitAmountSchema = z.union([z.literal('0.00').transform(() => 0), amountSchema], {
  error: 'Informe o limite em reais, por exemplo 500.00',
});

export const changeLimitSchema = z.object({
  kind: kindSchema,
  window: windowSchema,
  amount: limitAmountSchema,
});
export type ChangeLimitInput = z.output<typeof changeLimitSchema>;

export const changeMaximumSchema = changeLimitSchema.extend({ id: idSchema, reason: reasonSchema });
export type ChangeMaximumInput = z.output<typeof changeMaximumSchema>;

const MINUTES_MESSAGE = `Informe de 0 a ${MOST_UNDO_MINUTES} minutos`;

/** Absent fields stay unchanged; null: no such amount. */
export const changeProtectionSchema = z
  .object({
    hasRules: z.boolean({ error: 'Informe se as regras valem' }).optional(),
    confirmAbove: limitAmountSchema.nullable().optional(),
    undoMinutes: z
      .int({ error: MINUTES_MESSAGE })
      .min(0, { error: MINUTES_MESSAGE })
      .max(MOST_UNDO_MINUTES, { error: MINUTES_MESSAGE })
      .optional(),
  })
  .refine((input) => Object.values(input).some((value) => value !== undefined), {
    error: 'Informe o que muda',
  });
export type ChangeProtectionInput = z.output<typeof changeProtectionSchema>;
