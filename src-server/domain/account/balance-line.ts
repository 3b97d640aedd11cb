import { parseDecimal } from '#domain/money';

/** The balance at the end of a day, as decimal text. */
export type DayBalance = { day: string; balance: string };

/**
 * A month's balances as a line in a square of 100 by 100: the first of `daysInMonth` days on the left, nothing at the
 * bottom, the highest balance a little below the top. `path` is what follows the M of an SVG path; `at` the place of one of
 * the days.
 */
export function balanceLine(days: readonly DayBalance[], daysInMonth: number) {
  const balancesCents = days.map(({ balance }) => parseDecimal(balance) ?? 0);
  const highestCents = Math.max(1, ...balancesCents);
  const at = (index: number) => ({
    x: rounded((index * 100) / Math.max(1, daysInMonth - 1)),
    y: rounded(100 - ((balancesCents[index] ?? 0) * 96) / highestCents),
  });
  return { at, path: days.map((_, index) => `${at(index).x} ${at(index).y}`).join('L') };
}

const rounded = (share: number): number => Math.round(share * 100) / 100;

/** The days on which there was most and least, the first of equals; null of no days. */
export function balanceRange(
  days: readonly DayBalance[],
): { highest: DayBalance; lowest: DayBalance } | null {
  const cents = ({ balance }: DayBalance) => parseDecimal(balance) ?? 0;
  const [first] = days;
  if (!first) return null;
  return {
    highest: days.reduce((most, one) => (cents(one) > cents(most) ? one : most), first),
    lowest: days.reduce((least, one) => (cents(one) < cents(least) ? one : least), first),
  };
}
