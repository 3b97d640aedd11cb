import { z } from 'zod';
import { cleanText } from '#domain/text';

const atMost = (max: number): string => `Deve ter no máximo ${max} caracteres`;

export const textSchema = (min: number, max: number, error: string, tooLong = atMost(max)) =>
  z
    .string({ error })
    .transform(cleanText)
    .pipe(z.string().min(min, { error }).max(max, { error: tooLong }));

/** Absent, null and blank mean "not given". */
export const optionalTextSchema = (max: number) =>
  z
    .string()
    .nullish()
    .transform((value) => cleanText(value ?? '') || undefined)
    .pipe(
      z
        .string()
        .max(max, { error: atMost(max) })
        .optional(),
    );
