import { addMonths } from '#domain/calendar';
import { addDays } from '#domain/date';
import type { SearchOf } from '#domain/places';

type Search = SearchOf<'/client/statement'>;

/** The statement of a month ('YYYY-MM'), with the filters of one of its figures. */
export const monthRows = (month: string, figure: Search): Search => ({
  de: `${month}-01`,
  ate: addDays(addMonths(`${month}-01`, 1), -1),
  ...figure,
});
