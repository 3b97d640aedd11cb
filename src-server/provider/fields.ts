import { z } from 'zod';
import { parseDecimal, toDecimal } from '#domain/money';
import { cleanText } from '#domain/text';

/** 12.34 → 1234. The shortest text of a number is the decimal that was written, so no float takes part; 12.345 is no amount. */
export const decimalSchema = z.number().transform((value, context) => {
  const cents = parseDecimal(String(value));
  if (cents !== null) return cents;
  context.addIssue({ code: 'custom', message: 'no amount of money' });
  return z.NEVER;
});

/** Integer cents → the number that JSON writes with these decimals. */
export const toNumber = (cents: number): number => Number(toDecimal(cents));

/** Absent, null and '' are all null. */
export const nullableText = z
  .string()
  .nullish()
  .transform((text) => text || null);

/** The longest name that is kept, in characters. */
const MAX_NAME_LENGTH = 100;

/** What others call somebody who pays or is paid: one clean line. */
export const nullableName = nullableText.transform(
  (text) => cleanText(text ?? '').slice(0, MAX_NAME_LENGTH) || null,
);

export const nullableCents = decimalSchema.nullish().transform((cents) => cents ?? null);

/** The date of '2026-03-10' and of '2026-03-10 12:00:00'. */
export const nullableDate = nullableText.transform((text) => text?.slice(0, 10) ?? null);

export const isTrue = z
  .boolean()
  .nullish()
  .transform((is) => is ?? false);

/** One text, several, or none. */
export const textList = z
  .union([z.string(), z.array(z.string())])
  .nullish()
  .transform((value) => (Array.isArray(value) ? value : value ? [value] : []));

/** An id of something at the provider. */
export const idSchema = z.string().min(1);

/** One page of a list. */
export const pageSchema = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), hasMore: z.boolean() });
