import { z } from 'zod';
import { isDay } from '#domain/date';
import { parseDecimal, toDecimal } from '#domain/money';
import { parsedBy } from '#domain/parsed';
import { cleanText } from '#domain/text';

/** 12.34 → 1234, from the number's shortest text, without float arithmetic; 12.345 is invalid. */
export const decimalSchema = z
  .number()
  .transform(parsedBy((value) => parseDecimal(String(value)), 'no amount of money'));

export const toNumber = (cents: number): number => Number(toDecimal(cents));

/** Without control characters: PostgreSQL text cannot hold NUL. */
export const nullableText = z
  .string()
  .nullish()
  .transform((text) => text?.replace(/\p{Cc}/gu, ' ') || null);

/** A text of somebody outside, cleaned to one line. */
export const nullableLine = nullableText.transform((text) => cleanText(text ?? '') || null);

const MAX_NAME_LENGTH = 100;

/** Payer's or payee's name, cleaned to one line. */
export const nullableName = nullableText.transform(
  (text) => cleanText(text ?? '').slice(0, MAX_NAME_LENGTH) || null,
);

export const nullableCents = decimalSchema.nullish().transform((cents) => cents ?? null);

/** A day, YYYY-MM-DD; null also for a text that is none. */
export const nullableDate = nullableText.transform((text) => {
  const day = text?.slice(0, 10) ?? null;
  return day !== null && isDay(day) ? day : null;
});

export const isTrue = z
  .boolean()
  .nullish()
  .transform((is) => is ?? false);

export const textList = z
  .union([z.string(), z.array(z.string())])
  .nullish()
  .transform((value) => (Array.isArray(value) ? value : value ? [value] : []));

export const idSchema = z.string().min(1);

export const pageSchema = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), hasMore: z.boolean() });
