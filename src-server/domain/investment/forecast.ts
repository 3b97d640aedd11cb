import { addDays, daysBetween } from '#domain/date';
import { parseDecimal } from '#domain/money';
import { maturityOn, type Position, type Redemption, redemptionOn } from './yield.ts';

/** What an investment pays at its end, which is on `maturityOn`. */
export type Forecast = Redemption & { maturityOn: string };

/** What an amount in cents, invested on `startOn` for so many calendar days, pays at its maturity. */
export function forecast(position: Position, termDays: number): Forecast {
  const endsOn = maturityOn(position.startOn, termDays);
  return { ...redemptionOn(position, endsOn), maturityOn: endsOn };
}

/** One day of the curve: what a redemption on it pays. */
export type CurvePoint = Redemption & { day: string };

/** What a position pays on evenly spread days from its first to `endsOn`, both included; at most `points` of them. */
export function yieldCurve(position: Position, endsOn: string, points: number): CurvePoint[] {
  const days = daysBetween(position.startOn, endsOn);
  const steps = Math.max(1, Math.min(points - 1, days));
  return Array.from({ length: steps + 1 }, (_, step) => {
    const day = addDays(position.startOn, Math.round((days * step) / steps));
    return { day, ...redemptionOn(position, day) };
  });
}

/**
 * What giving up an investment today costs: `today` is what is paid now, `atMaturity` what would be paid in the end, and
 * `lostCents` the difference of the two net amounts.
 */
export function earlyRedemption(position: Position, today: string, endsOn: string) {
  const now = redemptionOn(position, today < endsOn ? today : endsOn);
  const atMaturity = redemptionOn(position, endsOn);
  return { today: now, atMaturity, lostCents: atMaturity.netCents - now.netCents };
}

/** How much of the way from start to maturity is behind, in whole percent, 0 to 100. */
export function progressPercent(startOn: string, endsOn: string, today: string): number {
  const whole = daysBetween(startOn, endsOn);
  if (whole <= 0) return 100;
  return Math.min(100, Math.max(0, Math.floor((daysBetween(startOn, today) * 100) / whole)));
}

/** The mean of rates in percent ('12.50'), half up to two places (section 9 of the specification); null of none. */
export function meanRatePercent(rates: readonly string[]): string | null {
  if (rates.length === 0) return null;
  const hundredths = rates.reduce((sum, rate) => sum + (parseDecimal(rate) ?? 0), 0);
  return (Math.round(hundredths / rates.length) / 100).toFixed(2);
}

type CurveValue = 'grossCents' | 'netCents';

/**
 * A curve as a line in a square of 100 by 100, the first day on the left and the highest gross amount at the top, a little
 * below the edge. `path` is what follows the M of an SVG path; `at` finds the place of a day that is no point of the curve.
 */
export function curveLine(points: readonly CurvePoint[], value: CurveValue) {
  const floor = Math.min(...points.map(({ netCents }) => netCents));
  const height = Math.max(1, ...points.map(({ grossCents }) => grossCents - floor));
  const length = Math.max(1, ...points.map(({ calendarDays }) => calendarDays));
  const at = (point: CurvePoint) => ({
    x: rounded((point.calendarDays * 100) / length),
    y: rounded(98 - ((point[value] - floor) * 94) / height),
  });
  return { at, path: points.map((point) => `${at(point).x} ${at(point).y}`).join('L') };
}

const rounded = (share: number): number => Math.round(share * 100) / 100;
