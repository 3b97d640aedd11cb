/** Maximum weight of a parcel in grams. */
export const MOST_GRAMS = 30_000;

/** In cents: 500, plus 100 for each further kilogram begun. Null if too heavy. */
export function postageCents(grams: number): number | null {
  if (grams > MOST_GRAMS) return null;
  let cents = 500;
  for (let left = grams - 1_000; left > 0; left -= 1_000) cents += 100;
  return cents;
}
