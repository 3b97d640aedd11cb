import { z } from 'zod';
import { cleanText } from '#domain/text';

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

/** Absent, null and blank mean "not given". */
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
