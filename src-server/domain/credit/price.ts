import { Decimal } from 'decimal.js';

/** Powers are computed with 40 digits, so that what is rounded to the cent is exact. */
const Precise = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP });

/** One instalment: `paymentCents` = `interestCents` + `principalCents`; `balanceCents` is owed after it. */
export type Instalment = {
  number: number;
  paymentCents: number;
  interestCents: number;
  principalCents: number;
  balanceCents: number;
};

/** A loan of constant instalments: the usual one, what is paid in all, and every row. */
export type PriceSchedule = { instalmentCents: number; totalCents: number; rows: Instalment[] };

/**
 * The Price table (constant instalments): PMT = PV·i / (1 − (1 + i)^−n), rounded half up to the cent; each row's
 * interest is the balance times the rate, rounded half up; the last row pays what is left, so that it takes the rounding.
 *
 * @param principalCents integer cents lent, above zero
 * @param monthlyRatePercent percent a month as decimal text, "2.49"
 * @param termMonths 1 to 360
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

/** The usual instalment of the Price table, in cents; at a rate of zero, the principal in equal parts. */
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
