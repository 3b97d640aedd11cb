/** Control characters, lone surrogates and bidirectional marks. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** Soft hyphens, invisible operators, Hangul fillers, tags, BOM, the empty Braille cell; not what joins or varies others. */
const INVISIBLE = /(?!\p{Join_Control}|\p{Variation_Selector})[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** More marks on one letter than any script has: piled up they cover the lines above and below. Joiners between them do not part them. */
const PILED_MARKS = /([\p{Mn}\p{Me}\p{Join_Control}]{4})[\p{Mn}\p{Me}\p{Join_Control}]+/gu;

const NOTHING_VISIBLE = /^(?:\s|\p{Join_Control}|\p{Variation_Selector})*$/u;

export function cleanText(text: string): string {
  const seen = text.replace(UNPRINTABLE, ' ').replace(INVISIBLE, '').replace(PILED_MARKS, '$1');
  const clean = seen.replace(/\s+/g, ' ').trim();
  return NOTHING_VISIBLE.test(clean) ? '' : clean;
}

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

export function cleanLines(text: string): string {
  const lines = text.split(/\r\n|\r|\n/).map(cleanText);
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

export function plainText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
