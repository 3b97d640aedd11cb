import { addMonths } from '#domain/calendar';
import { type SearchOf, searchOf } from '#domain/places';

type MonthSearch = SearchOf<'/client/month-review'>;

/** The month in the URL; the current one, by the bank's date, if it is missing, invalid or in the future. */
export function monthOf(search: Record<string, unknown>, today: string): string {
  const current = today.slice(0, 7);
  const { mes = current } = searchOf('/client/month-review', search);
  return mes <= current ? mes : current;
}

/** Null for a month after the current one, or before the month of `since` (the day the first account was opened). */
export function monthsBeside(
  month: string,
  { today, since }: { today: string; since: string | undefined },
): { before: string | null; after: string | null } {
  const moved = (by: number) => addMonths(`${month}-01`, by).slice(0, 7);
  return {
    before: since !== undefined && month > since.slice(0, 7) ? moved(-1) : null,
    after: month < today.slice(0, 7) ? moved(1) : null,
  };
}

/** The current month is left out, so that a link to it always shows the current month. */
export const searchFor = (month: string, today: string): MonthSearch =>
  month === today.slice(0, 7) ? {} : { mes: month };
