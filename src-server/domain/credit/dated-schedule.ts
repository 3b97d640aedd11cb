import { addMonths } from '#domain/calendar';
import { daysBetween } from '#domain/date';
import { type Instalment, type PriceSchedule, priceSchedule } from './price.ts';

/** An instalment with its day, and how many days after the payout it falls due. */
export type DatedInstalment = Instalment & { dueOn: string; daysFromPayout: number };

/** A Price table whose instalments fall due a month apart from the day of the payout, at month's end where it must. */
export type DatedSchedule = Omit<PriceSchedule, 'rows'> & { rows: DatedInstalment[] };

/** The Price table of a loan paid out on `payoutOn` ('YYYY-MM-DD'); see `priceSchedule` for the rest. */
export function datedSchedule(
  principalCents: number,
  monthlyRatePercent: string,
  termMonths: number,
  payoutOn: string,
): DatedSchedule {
  const { rows, ...sums } = priceSchedule(principalCents, monthlyRatePercent, termMonths);
  const dated = rows.map((row) => {
    const dueOn = addMonths(payoutOn, row.number);
    return { ...row, dueOn, daysFromPayout: daysBetween(payoutOn, dueOn) };
  });
  return { ...sums, rows: dated };
}
