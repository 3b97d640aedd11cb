import type { Direction, ExportFormat } from '#domain/account/statement';
import { addDays } from '#domain/date';
import type { TransactionType } from '#domain/ledger/words';
import { type SearchOf, type STATEMENT_PERIODS, searchOf } from '#domain/places';

/** Periods of one touch: so many days up to today, this month, or all there is. */
export type Period = (typeof STATEMENT_PERIODS)[number];
const DEFAULT_PERIOD: Period = 30;

export type StatementSearch = SearchOf<'/client/statement'>;

/** Reads the address; a period of one's own counts before one of one touch, and the default one is left out. */
export function parseStatementSearch(raw: Record<string, unknown>): StatementSearch {
  const { periodo, ...search } = searchOf('/client/statement', raw);
  const isShown = !search.de && !search.ate && periodo !== DEFAULT_PERIOD;
  return { ...search, ...(isShown && periodo && { periodo }) };
}

/** The chosen period; 'outro' is one of two days. */
export function periodOf({ periodo, de, ate }: StatementSearch): Period | 'outro' {
  return de || ate ? 'outro' : (periodo ?? DEFAULT_PERIOD);
}

/** First and last day of the period, both included; a side that is not there is open. */
export function daysOf(search: StatementSearch, today: string): { from?: string; to?: string } {
  const period = periodOf(search);
  if (period === 'tudo') return {};
  if (period === 'mes') return { from: `${today.slice(0, 7)}-01` };
  if (period === 'outro')
    return { ...(search.de && { from: search.de }), ...(search.ate && { to: search.ate }) };
  return { from: addDays(today, 1 - period) };
}

/** Whether nothing that ever happened since the day `since` is left out. */
export function showsEverything(search: StatementSearch, today: string, since: string | undefined): boolean {
  const { busca, sentido, tipo, conta } = search;
  if (busca || sentido || tipo || conta) return false;
  const { from, to } = daysOf(search, today);
  const begins = from === undefined || (since !== undefined && from <= since);
  return begins && (to === undefined || to >= today);
}

const DIRECTIONS: Record<'entradas' | 'saidas', Direction> = { entradas: 'in', saidas: 'out' };

/** The filters as the bank takes them. */
export type Filters = {
  accountId?: string;
  from?: string;
  to?: string;
  q?: string;
  type?: TransactionType;
  direction?: Direction;
};

/** The address → what the bank is asked for, `today` by the bank's date. */
export function filtersOf(search: StatementSearch, today: string, accountId?: string): Filters {
  return {
    ...(accountId && { accountId }),
    ...daysOf(search, today),
    ...(search.busca && { q: search.busca }),
    ...(search.tipo && { type: search.tipo }),
    ...(search.sentido && { direction: DIRECTIONS[search.sentido] }),
  };
}

/** Where the bank hands out the same entries as a file. */
export function exportPath(filters: Filters, format: ExportFormat): string {
  return `/api/ledger/export?${new URLSearchParams({ ...filters, format })}`;
}
