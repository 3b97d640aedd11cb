import { z } from 'zod';
import { idempotencyKeySchema } from '#domain/account/transfer';
import { CONTRACT_CODE } from '#domain/limits';
import { idSchema } from '#domain/page';

/** No look-alikes (0/O, 1/I/L). */
export const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

const ONE_CODE = new RegExp(`^[${CODE_ALPHABET}]{${CONTRACT_CODE.length}}$`);
const MESSAGE = `Informe o código de ${CONTRACT_CODE.length} caracteres`;

/** Malformed input does not count as a try. */
const otpCodeSchema = z
  .string({ error: MESSAGE })
  .max(20, { error: MESSAGE })
  .transform((text) => text.replace(/[\s-]/g, '').toUpperCase())
  .refine((code) => ONE_CODE.test(code), { error: MESSAGE });

export const signSchema = z.object({
  id: idSchema,
  otpCode: otpCodeSchema,
  idempotencyKey: idempotencyKeySchema,
});
export type SignInput = z.output<typeof signSchema>;
