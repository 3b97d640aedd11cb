import { z } from 'zod';
import { cleanText } from '#domain/text';

/** A line of text once cleaned of what cannot be seen; `error` when it is shorter than `min`. */
export const textSchema = (min: number, max: number, error: string) =>
  z
    .string({ error })
    .transform(cleanText)
    .pipe(
      z
        .string()
        .min(min, { error })
        .max(max, { error: `Deve ter no máximo ${max} caracteres` }),
    );

/** An optional line of text: nothing, null and blank are all "not given". */
export const optionalTextSchema = (max: number) =>
  z
    .string()
    .nullish()
    .transform((value) => cleanText(value ?? '') || undefined)
    .pipe(
      z
        .string()
        .max(max, { error: `Deve ter no máximo ${max} caracteres` })
        .optional(),
    );
