import { z } from 'zod';

/** A postal code as typed, dash or none → its 8 digits, or null when it is none. */
export function parseCep(text: string): string | null {
  const match = /^\s*(\d{2})\.?(\d{3})-?(\d{3})\s*$/.exec(text);
  return match ? `${match[1]}${match[2]}${match[3]}` : null;
}

/** '09710001' → '09710-001'. */
export function formatCep(digits: string): string {
  return digits.replace(/^(\d{5})(\d{3})$/, '$1-$2');
}

/** A postal code with or without mask ('CEP inválido', section 5); comes out as its digits. */
export const cepSchema = z
  .string({ error: 'CEP inválido' })
  .max(20, { error: 'CEP inválido' })
  .transform((text, context) => {
    const digits = parseCep(text);
    if (digits !== null) return digits;
    context.addIssue({ code: 'custom', message: 'CEP inválido' });
    return z.NEVER;
  });
