import { z } from 'zod';
import { idempotencyKeySchema } from '#domain/account/transfer';
import { amountSchema } from '#domain/amount';
import { BOLETO_LENGTHS } from './boleto.ts';

const TOO_SHORT = 'Código do boleto inválido (mínimo 47 dígitos)';

/** The line of a slip as typed or pasted (section 5), points, spaces and dashes gone; what its digits say is read after. */
export const boletoLineSchema = z
  .string({ error: TOO_SHORT })
  .max(200, { error: 'Código do boleto inválido' })
  .transform((text) => text.replace(/[\s.-]/g, ''))
  .pipe(
    z
      .string()
      // A barcode as a reader gives it is as good as the line.
      .refine(
        (digits) => digits.length === BOLETO_LENGTHS.barcode || digits.length >= BOLETO_LENGTHS.bankLine,
        {
          error: TOO_SHORT,
        },
      )
      .regex(/^\d*$/, { error: 'Código do boleto inválido' }),
  );

/** A slip to be looked at. */
export const boletoPreviewSchema = z.object({ line: boletoLineSchema });
export type BoletoPreviewInput = z.output<typeof boletoPreviewSchema>;

/** A slip to be paid. `amount`, in cents: what the payer was shown, if they were; another one now is refused. */
export const boletoPaySchema = z.object({
  line: boletoLineSchema,
  amount: amountSchema.optional(),
  idempotencyKey: idempotencyKeySchema,
});
export type BoletoPayInput = z.output<typeof boletoPaySchema>;
