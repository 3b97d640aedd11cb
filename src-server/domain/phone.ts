import { z } from 'zod';
import { parsedBy } from '#domain/parsed';
import { digitsOf } from '#domain/text';

/** Area codes in use (ANATEL). */
const AREA_CODES = /^(1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])/;

/** 10 or 11 digits; null if invalid. */
export function parsePhone(text: string): string | null {
  if (!/^[\d\s()+.-]*$/.test(text)) return null;
  const typed = digitsOf(text);
  const digits = typed.length > 11 && typed.startsWith('55') ? typed.slice(2) : typed;
  return (digits.length === 10 || digits.length === 11) && AREA_CODES.test(digits) ? digits : null;
}

export const phoneSchema = z
  .string({ error: 'Telefone inválido' })
  .max(30, { error: 'Telefone inválido' })
  .transform(parsedBy(parsePhone, 'Telefone inválido'));
