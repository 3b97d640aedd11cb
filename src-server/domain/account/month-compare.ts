import { parseDecimal, toDecimal } from '#domain/money';

/** By how much an amount is more or less than another, as positive decimal text. */
export type Change = { isMore: boolean; difference: string };

/** How an amount differs from that of the month before, both decimal text; null when it is the same. */
export function changeFrom(before: string, now: string): Change | null {
  const differenceCents = (parseDecimal(now) ?? 0) - (parseDecimal(before) ?? 0);
  if (differenceCents === 0) return null;
  return { isMore: differenceCents > 0, difference: toDecimal(Math.abs(differenceCents)) };
}

/** The part of a whole in percent, 0 to 100, to a tenth; both decimal text. Nothing is no part of nothing. */
export function shareOf(part: string, whole: string): number {
  const wholeCents = parseDecimal(whole) ?? 0;
  if (wholeCents <= 0) return 0;
  return Math.min(100, Math.round(((parseDecimal(part) ?? 0) * 1000) / wholeCents) / 10);
}
