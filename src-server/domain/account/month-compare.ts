import { centsOf, toDecimal } from '#domain/money';

/** `difference` is positive decimal text. */
export type Change = { isMore: boolean; difference: string };

/** Null if equal; both are decimal text. */
export function changeFrom(before: string, now: string): Change | null {
  const differenceCents = centsOf(now) - centsOf(before);
  if (differenceCents === 0) return null;
  return { isMore: differenceCents > 0, difference: toDecimal(Math.abs(differenceCents)) };
}

/** Percent with one decimal, 0 if `whole` is 0; both are decimal text. */
export function shareOf(part: string, whole: string): number {
  const wholeCents = centsOf(whole);
  if (wholeCents <= 0) return 0;
  return Math.min(100, Math.round((centsOf(part) * 1000) / wholeCents) / 10);
}
