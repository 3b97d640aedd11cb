import { parseAccountNumber } from '#domain/account/number';
import type { Direction, ExportFormat } from '#domain/account/statement';
import { addDays, isDay } from '#domain/date';
import { TRANSACTION_TYPES, type TransactionType } from '#domain/ledger/words';
import { cleanText } from '#domain/text';

/** Periods of one touch: so many days up to today, this month, or all there is. */
export const PERIODS = [7, 15, 30, 90, 'mes', 'tudo'] as const;
export type Period = (typeof PERIODS)[number];
const DEFAULT_PERIOD: Period = 30;

/** What the address of the statement may carry; what is not there is not filtered, and the period is 30 days. */
export type StatementSearch = {
  periodo?: Period;
  /** First and last day of a period of one's own, `2026-07-03`. */
  de?: string;
  ate?: string;
  busca?: string;
  sentido?: 'entradas' | 'saidas';
  tipo?: TransactionType;
  /** Number of one account, `0000-0000`, when there are several. */
  conta?: string;
};

const LONGEST_QUERY = 100;

/** A search value as text: the router reads values as JSON, so that `busca=2026` comes as a number. */
function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Reads the address; what is not usable is dropped, since a link may come from anywhere. */
export function parseStatementSearch(search: Record<string, unknown>): StatementSearch {
  const [de, ate] = [text(search.de), text(search.ate)];
  const periodo = PERIODS.find((period) => String(period) === text(search.periodo));
  const busca = cleanText(text(search.busca)).slice(0, LONGEST_QUERY);
  const tipo = TRANSACTION_TYPES.find((type) => type === search.tipo);
  const conta = parseAccountNumber(text(search.conta));
  const sentido = (['entradas', 'saidas'] as const).find((one) => one === search.sentido);
  const isOwn = isDay(de) || isDay(ate);
  return {
    ...(isDay(de) && { de }),
    ...(isDay(ate) && { ate }),
    ...(!isOwn && periodo && periodo !== DEFAULT_PERIOD && { periodo }),
    ...(busca && { busca }),
    ...(sentido && { sentido }),
    ...(tipo && { tipo }),
    ...(conta && { conta }),
  };
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
