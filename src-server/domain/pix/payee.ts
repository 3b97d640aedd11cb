import { z } from 'zod';
import { plainText } from '#domain/text';
import { parsePixKey } from './key.ts';

/** Who said whose key it is: the bank's own records, or the directory by way of the provider. */
export const PAYEE_SOURCES = ['bank', 'provider'] as const;

/** How long what a customer was told before paying counts. */
export const TOLD_SECONDS = 30 * 60;

export const payeeSchema = z.object({
  pixKey: z
    .string({ error: 'Chave PIX é obrigatória' })
    .trim()
    .min(1, { error: 'Chave PIX é obrigatória' })
    .max(100, { error: 'Chave PIX inválida' })
    .transform((text, context) => {
      const key = parsePixKey(text);
      if (key) return key;
      context.addIssue({ code: 'custom', message: 'Chave PIX inválida' });
      return z.NEVER;
    }),
});
export type PayeeInput = z.output<typeof payeeSchema>;

/** Whether two names are the same but for case, accents, signs and spaces. */
export const isSameName = (one: string, other: string): boolean => bare(one) === bare(other);

const bare = (name: string): string => plainText(name).replace(/[^\p{L}\p{N}]+/gu, '');
