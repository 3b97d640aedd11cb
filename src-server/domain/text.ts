/** Control characters, lone surrogates and bidirectional marks. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** Zero-width characters: soft hyphens, invisible operators, BOM. */
const WITHOUT_WIDTH = /[\u00ad\u180e\u200b\u2060-\u2064\ufeff]+/gu;

export function cleanText(text: string): string {
  return text.replace(WITHOUT_WIDTH, '').replace(UNPRINTABLE, ' ').replace(/\s+/g, ' ').trim();
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
