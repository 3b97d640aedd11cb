/** What a parcel may weigh, in grams. */
export const MOST_GRAMS = 30_000;

/** Postage in cents: 500, and 100 for each kilogram begun after the first. Null for what is too heavy. */
export function postageCents(grams: number): number | null {
  if (grams > MOST_GRAMS) return null;
  let cents = 500;
  for (let left = grams - 1_000; left > 0; left -= 1_000) cents += 100;
  return cents;
}
