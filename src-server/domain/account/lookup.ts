import { z } from 'zod';
import { parseAccountNumber } from '#domain/account/number';

/**
 * An account number as the transfer form takes it (section 5: at least one character, at most nine). Whether it exists is
 * the bank's to say, with one message for all that is not there; so a number of another shape passes here. Eight digits get
 * their dash, so that one account is one request, however it was typed.
 */
export const accountNumberSchema = z
  .string({ error: 'Número da conta é obrigatório' })
  .trim()
  .min(1, { error: 'Número da conta é obrigatório' })
  .max(9, { error: 'Número da conta inválido' })
  .transform((text) => parseAccountNumber(text) ?? text);

/** Input of the look-up of a holder before a transfer. */
export const lookupSchema = z.object({ accountNumber: accountNumberSchema });
export type LookupInput = z.output<typeof lookupSchema>;
