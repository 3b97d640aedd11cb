/** So many customers after each customer have been paid by them before. */
export const PAID_NEXT = 2;

/** Whom the customer at a place among `count` has paid before, by their places: whoever the loads pay. */
export function payeesOf(place: number, count: number): number[] {
  const next = Array.from({ length: PAID_NEXT }, (_, steps) => (place + 1 + steps) % count);
  return [...new Set([0, anyOther(place, count), ...next])].filter((other) => other !== place);
}

/** The payee of the n-th transfer that is spread over all customers. */
export const anyOther = (n: number, count: number): number => (n * 7 + 1) % count;
