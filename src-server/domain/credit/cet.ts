/** Money that leaves the customer's pocket, so many years after the payout. */
export type Flow = { amountCents: number; years: number };

/** The effective total cost in percent, two places: '32.11' a year, '2.35' a month. */
export type Cet = { annualPercent: string; monthlyPercent: string };

/**
 * CET, the effective total cost (Res. CMN 4.881/2020, art. 4): the yearly rate at which the payments are worth what the
 * customer received, `receivedCents`, over actual days / 365. Found by halving an interval, which always ends; rates are
 * not money, so they are floats. Throws when nothing was received, or less is paid than that.
 */
export function cet(receivedCents: number, payments: readonly Flow[]): Cet {
  const paidCents = payments.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (receivedCents <= 0 || paidCents < receivedCents)
    throw new Error('a loan is paid back with what it cost');
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
