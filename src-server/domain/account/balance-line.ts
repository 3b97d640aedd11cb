import { centsOf } from '#domain/money';

export type DayBalance = { day: string; balance: string };

/** Month balances as an SVG line in a 100 × 100 square, zero at the bottom; `path` follows the M. */
export function balanceLine(days: readonly DayBalance[], daysInMonth: number) {
  const balancesCents = days.map(({ balance }) => centsOf(balance));
  const highestCents = Math.max(1, ...balancesCents);
  const at = (index: number) => ({
    x: rounded((index * 100) / Math.max(1, daysInMonth - 1)),
    y: rounded(100 - ((balancesCents[index] ?? 0) * 96) / highestCents),
  });
  return { at, path: days.map((_, index) => `${at(index).x} ${at(index).y}`).join('L') };
}

const rounded = (share: number): number => Math.round(share * 100) / 100;

/** The days with the highest and lowest balance (first one on a tie); null without days. */
export function balanceRange(
  days: readonly DayBalance[],
): { highest: DayBalance; lowest: DayBalance } | null {
  const cents = ({ balance }: DayBalance) => centsOf(balance);
  const [first] = days;
  if (!first) return null;
  return {
    highest: days.reduce((most, one) => (cents(one) > cents(most) ? one : most), first),
    lowest: days.reduce((least, one) => (cents(one) < cents(least) ? one : least), first),
  };
}
