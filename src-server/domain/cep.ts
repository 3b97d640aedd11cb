import { z } from 'zod';
import { parsedBy } from '#domain/parsed';

/** Null if invalid. */
export function parseCep(text: string): string | null {
  const match = /^\s*(\d{2})\.?(\d{3})-?(\d{3})\s*$/.exec(text);
  return match ? `${match[1]}${match[2]}${match[3]}` : null;
}

/** '09710001' → '09710-001'. */
export function formatCep(digits: string): string {
  return digits.replace(/^(\d{5})(\d{3})$/, '$1-$2');
}

export const cepSchema = z
  .string({ error: 'CEP inválido' })
  .max(20, { error: 'CEP inválido' })
  .transform(parsedBy(parseCep, 'CEP inválido'));
