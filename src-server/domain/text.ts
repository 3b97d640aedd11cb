/** Control characters, halves of surrogate pairs, and the marks that reverse the direction of a text that follows. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** What takes no room: soft hyphens, spaces of no width, invisible operators, the byte order mark. */
const WITHOUT_WIDTH = /[\u00ad\u180e\u200b\u2060-\u2064\ufeff]+/gu;

/** Text that people will read: one line, one space between words, nothing invisible. */
export function cleanText(text: string): string {
  return text.replace(WITHOUT_WIDTH, '').replace(UNPRINTABLE, ' ').replace(/\s+/g, ' ').trim();
}

/** The digits of a text alone: what is stored of a masked field. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** Text of several lines that people will read: each line clean, no more than one empty line between two. */
export function cleanLines(text: string): string {
  const lines = text.split(/\r\n|\r|\n/).map(cleanText);
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Text as it is searched in: small letters without accents. */
export function plainText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
