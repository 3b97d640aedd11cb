import { z } from 'zod';
import { parseAccountNumber } from '#domain/account/number';

/** Malformed numbers pass, so that every unknown account gets the same message. */
export const accountNumberSchema = z
  .string({ error: 'Número da conta é obrigatório' })
  .trim()
  .min(1, { error: 'Número da conta é obrigatório' })
  .max(9, { error: 'Número da conta inválido' })
  .transform((text) => parseAccountNumber(text) ?? text);

export const lookupSchema = z.object({ accountNumber: accountNumberSchema });
export type LookupInput = z.output<typeof lookupSchema>;
