import { nextBusinessDay } from '#domain/calendar';
import type { Difficulty } from '#domain/contact/words';
import { daysBetween, formatDay } from '#domain/date';

export const MAX_RATING_POINTS = 1000;

/** Best first. */
export const RATING_BANDS = [
  { fromPoints: 700, label: 'Excelente' },
  { fromPoints: 500, label: 'Bom' },
  { fromPoints: 300, label: 'Regular' },
  { fromPoints: 0, label: 'Em construção' },
] as const;
export type RatingLabel = (typeof RATING_BANDS)[number]['label'];

export function ratingLabel(points: number): RatingLabel {
  return RATING_BANDS.find((band) => points >= band.fromPoints)?.label ?? 'Em construção';
}

/** All within the last 24 months. */
export type RatingFacts = {
  /** One per instalment due; unpaid ones count up to today. */
  daysLate: readonly number[];
  contacts: readonly { difficulty: Difficulty; isResolved: boolean }[];
  finishedOperations: number;
};

export type Rating = {
  payment: number;
  ease: number;
  resolution: number;
  operations: number;
  rating: number;
};

/** `nextDueOn`: of any instalment; `paidAhead`: instalments paid before they fell due. */
export type BeforeRating = { nextDueOn: string | null; paidAhead: number };

/** When a rating begins, for a customer without one. */
export function ratingStartText({ nextDueOn, paidAhead }: BeforeRating): string {
  if (nextDueOn === null)
    return 'Seus pontos começam a contar depois que vence a primeira parcela de um crédito.';
  const start = `Seus pontos começam a contar depois que vence a primeira parcela, em ${formatDay(nextDueOn)}.`;
  if (paidAhead === 0) return start;
  const paid =
    paidAhead === 1
      ? 'A parcela que você já pagou conta'
      : `As ${paidAhead} parcelas que você já pagou contam`;
  return `${start} ${paid} como em dia quando ${paidAhead === 1 ? 'vencer' : 'vencerem'}.`;
}

/** With fewer instalments a rating is preliminary. */
export const ENOUGH_INSTALMENTS = 3;

/** Maximum points. */
export const RATING_PARTS = { payment: 300, ease: 150, resolution: 100, perOperation: 50 } as const;

export const PAYMENT_QUALITY = [
  { upToDays: 0, percent: 100 },
  { upToDays: 15, percent: 70 },
  { upToDays: 30, percent: 40 },
  { upToDays: 60, percent: 15 },
] as const;
const EASE_PERCENT: Record<Difficulty, number> = { facil: 100, moderado: 50, dificil: 0 };

export const ratingDaysLate = (dueOn: string, paidOn: string): number =>
  Math.max(0, daysBetween(nextBusinessDay(dueOn), paidOn));

/** Null until an instalment has fallen due or an operation is finished. Rounds half up. */
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

function share(most: number, percents: readonly number[]): number {
  if (percents.length === 0) return most;
  const sum = percents.reduce((total, percent) => total + percent, 0);
  const whole = 100 * percents.length;
  return Math.floor((2 * most * sum + whole) / (2 * whole));
}
