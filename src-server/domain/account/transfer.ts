import { z } from 'zod';
import { accountNumberSchema } from '#domain/account/lookup';
import { amountSchema, signedAmountSchema } from '#domain/amount';
import { MAX_DESCRIPTION_LENGTH } from '#domain/limits';
import { idSchema } from '#domain/page';
import { textSchema } from '#domain/text-schema';

export const descriptionSchema = textSchema(
  3,
  MAX_DESCRIPTION_LENGTH,
  'Descrição é obrigatória',
  `Descrição deve ter no máximo ${MAX_DESCRIPTION_LENGTH} caracteres`,
);

export const reasonSchema = textSchema(
  3,
  MAX_DESCRIPTION_LENGTH,
  'Motivo é obrigatório',
  `Motivo deve ter no máximo ${MAX_DESCRIPTION_LENGTH} caracteres`,
);

/** 1 to 255 printable ASCII characters, as a header carries it. Same key, user and body: money moves once. */
export const idempotencyKeySchema = z
  .string({ error: 'Chave de idempotência inválida' })
  .regex(/^[ -~]{1,255}$/, { error: 'Chave de idempotência inválida' })
  .optional();

/** `amount` comes out as cents. Also the form's resolver. */
export const transferSchema = z.object({
  accountNumber: accountNumberSchema,
  amount: amountSchema,
  description: descriptionSchema,
  idempotencyKey: idempotencyKeySchema,
});
export type TransferInput = z.output<typeof transferSchema>;

export const receiveSchema = transferSchema.pick({ amount: true, description: true });

/** `amount` in signed cents; `reason` goes to the statement and the audit log. */
export const adjustSchema = z.object({
  id: idSchema,
  amount: signedAmountSchema.refine((cents) => cents !== 0, { error: 'Valor deve ser diferente de zero' }),
  reason: reasonSchema,
  idempotencyKey: idempotencyKeySchema,
});
export type AdjustInput = z.output<typeof adjustSchema>;
