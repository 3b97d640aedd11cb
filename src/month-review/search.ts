import { addMonths } from '#domain/calendar';
import { type SearchOf, searchOf } from '#domain/places';

type MonthSearch = SearchOf<'/client/month-review'>;

/** Reads the address; what is no month, or has not begun, is dropped: the current month, by the bank's date. */
export function monthOf(search: Record<string, unknown>, today: string): string {
  const current = today.slice(0, 7);
  const { mes = current } = searchOf('/client/month-review', search);
  return mes <= current ? mes : current;
}

/** The months beside one: none after the current, and none before that of the day `since` (of the first account). */
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

/** What the address carries for a month: nothing for the current one, so that a link to it stays the current one. */
export const searchFor = (month: string, today: string): MonthSearch =>
  month === today.slice(0, 7) ? {} : { mes: month };
