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

const bare = (text: string, alsoKept = ''): string =>
  [...plainText(text)].filter((letter) => /[\p{L}\p{N}]/u.test(letter) || alsoKept.includes(letter)).join('');

type Named = { name: string | null; document: string | null };

/** Whether two are not the same person, as far as the masks of both documents show; by their names if a document is unknown. */
export function isAnotherPayee(one: Named, other: Named): boolean {
  if (one.document !== null && other.document !== null)
    return !isSameMasked(bare(one.document, '*'), bare(other.document, '*'));
  return one.name !== null && other.name !== null && !isSameName(one.name, other.name);
}

const isSameMasked = (one: string, other: string): boolean =>
  one.length === other.length &&
  [...one].every((letter, place) => letter === '*' || other[place] === '*' || letter === other[place]);
