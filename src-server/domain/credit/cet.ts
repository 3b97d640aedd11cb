/** A payment by the customer, `years` after the payout. */
export type Flow = { amountCents: number; years: number };

/** Percent with two decimals: '32.11' a year, '2.35' a month. */
export type Cet = { annualPercent: string; monthlyPercent: string };

/**
 * Effective total cost (Res. CMN 4.881/2020, art. 4): the annual internal rate of return, actual days / 365.
 * Floats: rates are not money. Throws if the payments do not cover `receivedCents`.
 */
export function cet(receivedCents: number, payments: readonly Flow[]): Cet {
  const paidCents = payments.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (receivedCents <= 0 || paidCents < receivedCents)
    throw new Error(`CET: payments of ${paidCents} cents do not cover the ${receivedCents} cents received`);
  const worth = (rate: number) =>
    payments.reduce((sum, { amountCents, years }) => sum + amountCents / (1 + rate) ** years, 0);
  let low = 0;
  let high = 1;
  while (worth(high) > receivedCents) high *= 2;
  for (let step = 0; step < 200 && high - low > 1e-12; step += 1) {
    const middle = (low + high) / 2;
    if (worth(middle) > receivedCents) low = middle;
    else high = middle;
  }
  return {
    annualPercent: twoPlaces(high * 100),
    monthlyPercent: twoPlaces(((1 + high) ** (1 / 12) - 1) * 100),
  };
}

const twoPlaces = (percent: number): string => (Math.round(percent * 100) / 100).toFixed(2);
