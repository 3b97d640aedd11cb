import { Decimal } from 'decimal.js';

/** 40 digits, so that rounding to cents is exact. */
const Precise = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP });

/** `paymentCents` = `interestCents` + `principalCents`; `balanceCents` is owed afterwards. */
export type Instalment = {
  number: number;
  paymentCents: number;
  interestCents: number;
  principalCents: number;
  balanceCents: number;
};

export type PriceSchedule = { instalmentCents: number; totalCents: number; rows: Instalment[] };

/**
 * PMT = PV·i / (1 − (1 + i)^−n), rounded half up; the last instalment absorbs the rounding.
 *
 * @param monthlyRatePercent decimal text, '2.49'
 */
export function priceSchedule(
  principalCents: number,
  monthlyRatePercent: string,
  termMonths: number,
): PriceSchedule {
  const rate = new Precise(monthlyRatePercent).div(100);
  const instalmentCents = priceInstalment(principalCents, monthlyRatePercent, termMonths);
  const rows: Instalment[] = [];
  let balanceCents = principalCents;
  for (let number = 1; number <= termMonths; number++) {
    const interestCents = rate.mul(balanceCents).round().toNumber();
    const last = number === termMonths;
    const principalPart = last ? balanceCents : instalmentCents - interestCents;
    balanceCents -= principalPart;
    rows.push({
      number,
      paymentCents: principalPart + interestCents,
      interestCents,
      principalCents: principalPart,
      balanceCents,
    });
  }
  return { instalmentCents, totalCents: rows.reduce((sum, row) => sum + row.paymentCents, 0), rows };
}

/** In cents. */
export function priceInstalment(
  principalCents: number,
  monthlyRatePercent: string,
  termMonths: number,
): number {
  const rate = new Precise(monthlyRatePercent).div(100);
  if (rate.isZero()) return new Precise(principalCents).div(termMonths).round().toNumber();
  const discount = new Precise(1).sub(rate.add(1).pow(-termMonths));
  return rate.mul(principalCents).div(discount).round().toNumber();
}
