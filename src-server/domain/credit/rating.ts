import { nextBusinessDay } from '#domain/calendar';
import type { Difficulty } from '#domain/contact/words';
import { daysBetween } from '#domain/date';

/** The rating's scale: 0 to 1000 points (section 9 of the specification). */
export const MAX_RATING_POINTS = 1000;

/** Labels of the rating and the points from which each holds, best first (section 4 of the specification). */
export const RATING_BANDS = [
  { fromPoints: 700, label: 'Excelente' },
  { fromPoints: 500, label: 'Bom' },
  { fromPoints: 300, label: 'Regular' },
  { fromPoints: 0, label: 'Em construção' },
] as const;
export type RatingLabel = (typeof RATING_BANDS)[number]['label'];

/** The label of a rating of `points` (0 to 1000). */
export function ratingLabel(points: number): RatingLabel {
  return RATING_BANDS.find((band) => points >= band.fromPoints)?.label ?? 'Em construção';
}

/** What a rating is made of, all within the last 24 months by the bank's date. */
export type RatingFacts = {
  /** Days late of each instalment whose due date has passed, paid or not; an unpaid one counts its days to date. */
  daysLate: readonly number[];
  contacts: readonly { difficulty: Difficulty; isResolved: boolean }[];
  /** Credits paid in full. */
  finishedOperations: number;
};

/** The four parts of a rating, in points, and their sum. */
export type Rating = {
  payment: number;
  ease: number;
  resolution: number;
  operations: number;
  rating: number;
};

/** With fewer instalments than these a rating says little yet. */
export const ENOUGH_INSTALMENTS = 3;

/** The most each part gives; each finished operation gives the last. */
export const RATING_PARTS = { payment: 300, ease: 150, resolution: 100, perOperation: 50 } as const;

/** Quality of a payment, in percent, by its days late at most. */
export const PAYMENT_QUALITY = [
  { upToDays: 0, percent: 100 },
  { upToDays: 15, percent: 70 },
  { upToDays: 30, percent: 40 },
  { upToDays: 60, percent: 15 },
] as const;
const EASE_PERCENT: Record<Difficulty, number> = { facil: 100, moderado: 50, dificil: 0 };

/** Days late as the rating counts them: from the due date moved to the next business day, never below zero. */
export const ratingDaysLate = (dueOn: string, paidOn: string): number =>
  Math.max(0, daysBetween(nextBusinessDay(dueOn), paidOn));

/** The internal rating, or null while no instalment has fallen due and no operation is finished. Halves round up. */
export function ratingOf({ daysLate, contacts, finishedOperations }: RatingFacts): Rating | null {
  if (daysLate.length === 0 && finishedOperations === 0) return null;
  const payment = share(
    RATING_PARTS.payment,
    daysLate.map((days) => PAYMENT_QUALITY.find(({ upToDays }) => days <= upToDays)?.percent ?? 0),
  );
  const ease = share(
    RATING_PARTS.ease,
    contacts.map(({ difficulty }) => EASE_PERCENT[difficulty]),
  );
  const resolution = share(
    RATING_PARTS.resolution,
    contacts.map(({ isResolved }) => (isResolved ? 100 : 0)),
  );
  const operations = RATING_PARTS.perOperation * finishedOperations;
  const rating = Math.min(MAX_RATING_POINTS, payment + ease + resolution + operations);
  return { payment, ease, resolution, operations, rating };
}

/** The part of `most` that the mean of some percentages is; all of it when there are none. */
function share(most: number, percents: readonly number[]): number {
  if (percents.length === 0) return most;
  const sum = percents.reduce((total, percent) => total + percent, 0);
  const whole = 100 * percents.length;
  return Math.floor((2 * most * sum + whole) / (2 * whole));
}
