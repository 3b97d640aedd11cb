import { z } from 'zod';
import { idempotencyKeySchema } from '#domain/account/transfer';
import { CONTRACT_CODE } from '#domain/limits';
import { idSchema } from '#domain/page';

/** Letters and digits without look-alikes: neither 0 and O, nor 1, I and L. */
export const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

const ONE_CODE = new RegExp(`^[${CODE_ALPHABET}]{${CONTRACT_CODE.length}}$`);
const MESSAGE = `Informe o código de ${CONTRACT_CODE.length} caracteres`;

/** A one-time code as typed, small letters or capitals; what is no code at all costs no try. */
const otpCodeSchema = z
  .string({ error: MESSAGE })
  .max(20, { error: MESSAGE })
  .transform((text) => text.replace(/[\s-]/g, '').toUpperCase())
  .refine((code) => ONE_CODE.test(code), { error: MESSAGE });

/** Input of a contract by its id. */
export const contractIdSchema = z.object({ id: idSchema });

/** Input of a signature. */
export const signSchema = z.object({
  id: idSchema,
  otpCode: otpCodeSchema,
  idempotencyKey: idempotencyKeySchema,
});
export type SignInput = z.output<typeof signSchema>;
