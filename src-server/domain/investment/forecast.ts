import { addDays, daysBetween } from '#domain/date';
import { centsOf } from '#domain/money';
import { maturityOn, type Position, type Redemption, redemptionOn } from './yield.ts';

export type Forecast = Redemption & { maturityOn: string };

export function forecast(position: Position, termDays: number): Forecast {
  const endsOn = maturityOn(position.startOn, termDays);
  return { ...redemptionOn(position, endsOn), maturityOn: endsOn };
}

export type CurvePoint = Redemption & { day: string };

/** At most `points` evenly spaced days, both ends included. */
export function yieldCurve(position: Position, endsOn: string, points: number): CurvePoint[] {
  const days = daysBetween(position.startOn, endsOn);
  const steps = Math.max(1, Math.min(points - 1, days));
  return Array.from({ length: steps + 1 }, (_, step) => {
    const day = addDays(position.startOn, Math.round((days * step) / steps));
    return { day, ...redemptionOn(position, day) };
  });
}

export function earlyRedemption(position: Position, today: string, endsOn: string) {
  const now = redemptionOn(position, today < endsOn ? today : endsOn);
  const atMaturity = redemptionOn(position, endsOn);
  return { today: now, atMaturity, lostCents: atMaturity.netCents - now.netCents };
}

/** Whole percent, 0 to 100. */
export function progressPercent(startOn: string, endsOn: string, today: string): number {
  const whole = daysBetween(startOn, endsOn);
  if (whole <= 0) return 100;
  return Math.min(100, Math.max(0, Math.floor((daysBetween(startOn, today) * 100) / whole)));
}

/** Rates as '12.50', rounded half up to two decimals; null if empty. */
export function meanRatePercent(rates: readonly string[]): string | null {
  if (rates.length === 0) return null;
  const hundredths = rates.reduce((sum, rate) => sum + centsOf(rate), 0);
  return (Math.round(hundredths / rates.length) / 100).toFixed(2);
}

type CurveValue = 'grossCents' | 'netCents';

/** A curve as an SVG line in a 100 × 100 square; `path` follows the M. */
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
