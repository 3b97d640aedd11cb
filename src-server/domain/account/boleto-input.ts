import { z } from 'zod';
import { idempotencyKeySchema } from '#domain/account/transfer';
import { amountSchema } from '#domain/amount';
import { BOLETO_LENGTHS } from './boleto.ts';

const TOO_SHORT = 'Código do boleto inválido (mínimo 47 dígitos)';

/** A boleto line or barcode as typed or pasted; comes out as digits only. */
export const boletoLineSchema = z
  .string({ error: TOO_SHORT })
  .max(200, { error: 'Código do boleto inválido' })
  .transform((text) => text.replace(/[\s.-]/g, ''))
  .pipe(
    z
      .string()
      .refine(
        (digits) => digits.length === BOLETO_LENGTHS.barcode || digits.length >= BOLETO_LENGTHS.bankLine,
        {
          error: TOO_SHORT,
        },
      )
      .regex(/^\d*$/, { error: 'Código do boleto inválido' }),
  );

export const boletoPreviewSchema = z.object({ line: boletoLineSchema });
export type BoletoPreviewInput = z.output<typeof boletoPreviewSchema>;

/** `amount` in cents: the amount shown to the payer; payment is refused if it has changed. */
export const boletoPaySchema = z.object({
  line: boletoLineSchema,
  amount: amountSchema.optional(),
  idempotencyKey: idempotencyKeySchema,
});
export type BoletoPayInput = z.output<typeof boletoPaySchema>;
