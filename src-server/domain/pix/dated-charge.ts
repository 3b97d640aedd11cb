import { Decimal } from 'decimal.js';
import { businessDaysBetween, nextBusinessDay } from '#domain/calendar';
import { addDays, daysBetween } from '#domain/date';

/** 40 digits, so that rounding to cents is exact. */
const Precise = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP });

/** Of a value or of a percentage; both are decimal text, '2.00'. The modes are the API Pix's. */
type Rated<Mode extends number> = { mode: Mode; value: string };

/**
 * A charge with due date (API Pix, cobv). `validDays`: calendar days after the due date on which it can still be paid.
 * Fine and rebate: 1 value, 2 percent. Interest on calendar days: 1 value a day, 2 percent a day, 3 a month, 4 a year; 5 to 8 the same
 * on business days. Discount: 1 value, 2 percent, each until its day; for each day in advance: 3 value on calendar, 4 on
 * business days, 5 percent on calendar, 6 on business days.
 */
export type DatedCharge = {
  originalCents: number;
  dueOn: string;
  validDays: number;
  fine?: Rated<1 | 2> | undefined;
  interest?: Rated<1 | 2 | 3 | 4 | 5 | 6 | 7 | 8> | undefined;
  rebate?: Rated<1 | 2> | undefined;
  discount?: Rated<3 | 4 | 5 | 6> | { mode: 1 | 2; until: { on: string; value: string }[] } | undefined;
};

/** In cents, each rounded half up once. `totalCents` = original − rebate − discount + fine + interest. */
export type ChargeAmounts = Record<
  'originalCents' | 'rebateCents' | 'discountCents' | 'fineCents' | 'interestCents' | 'totalCents',
  number
>;

/** Days of a day, month and year (BCB, bacen/pix-api issue 205): on calendar and on business days. */
const PERIOD_DAYS = [1, 30, 365, 1, 21, 252] as const;

/**
 * What a dated charge costs on a day (BCB, Manual de Padrões para Iniciação do Pix, equations 9 to 13). Percentages are of the
 * original less the rebate. The manual does not say how to round (bacen/pix-api issue 404): half up, as everywhere in this bank.
 * National holidays only; the payer's city may have more.
 */
export function amountsOn(charge: DatedCharge, day: string): ChargeAmounts {
  const { originalCents, fine, interest, rebate } = charge;
  const rebateCents = rebate ? ratedCents(rebate.mode === 2, rebate.value, originalCents) : 0;
  const baseCents = originalCents - rebateCents;
  const isLate = day >= firstLateDay(charge);
  const fineCents = fine && isLate ? ratedCents(fine.mode === 2, fine.value, baseCents) : 0;
  const interestCents = interest && isLate ? interestOn(charge, interest, { baseCents, day }) : 0;
  // A discount for each day in advance may be more than what is owed.
  const discountCents = Math.min(baseCents, discountOn(charge, baseCents, day));
  const totalCents = baseCents - discountCents + fineCents + interestCents;
  return { originalCents, rebateCents, discountCents, fineCents, interestCents, totalCents };
}

/** A due date on a weekend or holiday moves to the next business day, and whatever counts from it with it (API Pix). */
export const movedDueDay = ({ dueOn }: Pick<DatedCharge, 'dueOn'>): string => nextBusinessDay(dueOn);

/** The last day on which a dated charge can be paid; it moves to a business day too (API Pix, validadeAposVencimento). */
export const lastDayOf = (charge: Pick<DatedCharge, 'dueOn' | 'validDays'>): string =>
  nextBusinessDay(addDays(movedDueDay(charge), charge.validDays));

/** Fine and interest begin on the first business day after the due date (BCB, bacen/pix-api issues 167 and 297). */
const firstLateDay = (charge: DatedCharge): string => nextBusinessDay(addDays(movedDueDay(charge), 1));

function interestOn(
  charge: DatedCharge,
  { mode, value }: Rated<number>,
  { baseCents, day }: { baseCents: number; day: string },
): number {
  const isOfBusinessDays = mode > 4;
  const dueOn = movedDueDay(charge);
  const days = isOfBusinessDays
    ? businessDaysBetween(addDays(dueOn, 1), addDays(day, 1))
    : daysBetween(dueOn, day);
  if (mode === 1 || mode === 5) return ratedCents(false, value, baseCents, days);
  const periodDays = PERIOD_DAYS[isOfBusinessDays ? mode - 3 : mode - 2] ?? 1;
  return ratedCents(true, value, baseCents, days, periodDays);
}

function discountOn(charge: DatedCharge, baseCents: number, day: string): number {
  const { discount } = charge;
  if (!discount || day > movedDueDay(charge)) return 0;
  if ('until' in discount) {
    // A limit on a weekend or holiday moves to the next business day; the earliest one that still holds counts.
    const [next] = discount.until
      .filter(({ on }) => day <= nextBusinessDay(on))
      .sort((one, other) => (one.on < other.on ? -1 : 1));
    return next ? ratedCents(discount.mode === 2, next.value, baseCents) : 0;
  }
  const { mode, value } = discount;
  const dueOn = movedDueDay(charge);
  const days = mode === 3 || mode === 5 ? daysBetween(day, dueOn) : businessDaysBetween(day, dueOn);
  return ratedCents(mode >= 5, value, baseCents, days);
}

/** `value` in reais, or as a percentage of `ofCents`, for so many days of its period. */
function ratedCents(isPercent: boolean, value: string, ofCents: number, days = 1, periodDays = 1): number {
  const whole = isPercent ? new Precise(value).mul(ofCents).div(100) : new Precise(value).mul(100);
  return whole.mul(days).div(periodDays).round().toNumber();
}
