import { z } from 'zod';
import { accountNumberSchema } from '#domain/account/lookup';
import { amountSchema, signedAmountSchema } from '#domain/amount';
import { MAX_DESCRIPTION_LENGTH } from '#domain/limits';
import { idSchema } from '#domain/page';
import { cleanText } from '#domain/text';

/** A text of at least three characters once cleaned, at most 140; `required` is the message when there is less. */
const cleanedTextSchema = (required: string, tooLong: string) =>
  z
    .string({ error: required })
    .transform(cleanText)
    .pipe(z.string().min(3, { error: required }).max(MAX_DESCRIPTION_LENGTH, { error: tooLong }));

/** What a movement is for: at least 3 characters ('Descrição é obrigatória', section 5), at most 140. */
export const descriptionSchema = cleanedTextSchema(
  'Descrição é obrigatória',
  `Descrição deve ter no máximo ${MAX_DESCRIPTION_LENGTH} caracteres`,
);

/** Why an administrator does something: at least 3 characters, at most 140. */
export const reasonSchema = cleanedTextSchema(
  'Motivo é obrigatório',
  `Motivo deve ter no máximo ${MAX_DESCRIPTION_LENGTH} caracteres`,
);

/**
 * The caller's own word for this one request, 1 to 255 printable ASCII characters (what a header can carry): the same key
 * and body from the same user moves money once.
 */
export const idempotencyKeySchema = z
  .string({ error: 'Chave de idempotência inválida' })
  .regex(/^[ -~]{1,255}$/, { error: 'Chave de idempotência inválida' })
  .optional();

/** Internal transfer (section 5); `amount` comes out as integer cents. Also the resolver of the form. */
export const transferSchema = z.object({
  accountNumber: accountNumberSchema,
  amount: amountSchema,
  description: descriptionSchema,
  idempotencyKey: idempotencyKeySchema,
});
export type TransferInput = z.output<typeof transferSchema>;

/** The form behind the QR of the Receber tab: the same rules for amount and description. */
export const receiveSchema = transferSchema.pick({ amount: true, description: true });
export type ReceiveInput = z.output<typeof receiveSchema>;

/** The administrator's adjustment: `amount` in signed cents, never zero; `reason` stays in statement and audit log. */
export const adjustSchema = z.object({
  id: idSchema,
  amount: signedAmountSchema.refine((cents) => cents !== 0, { error: 'Valor deve ser diferente de zero' }),
  reason: reasonSchema,
  idempotencyKey: idempotencyKeySchema,
});
export type AdjustInput = z.output<typeof adjustSchema>;
