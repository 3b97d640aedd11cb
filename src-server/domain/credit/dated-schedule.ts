import { addMonths } from '#domain/calendar';
import { daysBetween } from '#domain/date';
import { type Instalment, type PriceSchedule, priceSchedule } from './price.ts';

export type DatedInstalment = Instalment & { dueOn: string; daysFromPayout: number };

export type DatedSchedule = Omit<PriceSchedule, 'rows'> & { rows: DatedInstalment[] };

/** `payoutOn` is 'YYYY-MM-DD'; due dates are monthly, at month end if the day is missing. */
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
