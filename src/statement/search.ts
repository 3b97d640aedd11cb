import type {
  CostFilter,
  Direction,
  ExportFormat,
  StatementAccount,
  StatementView,
} from '#domain/account/statement';
import { addDays } from '#domain/date';
import { type Flow, MOVEMENT_KINDS, type MovementKind } from '#domain/ledger/flow';
import type { TransactionType } from '#domain/ledger/words';
import { type SearchOf, type STATEMENT_PERIODS, searchOf } from '#domain/places';

export type Period = (typeof STATEMENT_PERIODS)[number];
const DEFAULT_PERIOD: Period = 30;

export type StatementSearch = SearchOf<'/client/statement'>;

/** Custom dates override a preset period; the default period is left out. */
export function parseStatementSearch(raw: Record<string, unknown>): StatementSearch {
  const { periodo, ...search } = searchOf('/client/statement', raw);
  const isShown = !search.de && !search.ate && periodo !== DEFAULT_PERIOD;
  return { ...search, ...(isShown && periodo && { periodo }) };
}

export function periodOf({ periodo, de, ate }: StatementSearch): Period | 'outro' {
  return de || ate ? 'outro' : (periodo ?? DEFAULT_PERIOD);
}

/** How many filters are set, without the search. */
export function foldedCount(search: StatementSearch): number {
  const { tipo, conta } = search;
  const figure = FIGURE_FILTERS.map((name) => search[name]);
  return [tipo, conta, ...figure, periodOf(search) !== DEFAULT_PERIOD].filter(Boolean).length;
}

/** First and last day, inclusive; a missing side is open. */
export function daysOf(search: StatementSearch, today: string): { from?: string; to?: string } {
  const period = periodOf(search);
  if (period === 'tudo') return {};
  if (period === 'mes') return { from: `${today.slice(0, 7)}-01` };
  if (period === 'outro')
    return { ...(search.de && { from: search.de }), ...(search.ate && { to: search.ate }) };
  return { from: addDays(today, 1 - period) };
}

/** Whether nothing since the day `since` is filtered out. */
export function showsEverything(search: StatementSearch, today: string, since: string | undefined): boolean {
  const { busca, tipo, conta } = search;
  if (busca || tipo || conta || FIGURE_FILTERS.some((name) => search[name])) return false;
  const { from, to } = daysOf(search, today);
  const begins = from === undefined || (since !== undefined && from <= since);
  return begins && (to === undefined || to >= today);
}

const DIRECTIONS: Record<'entradas' | 'saidas', Direction> = { entradas: 'in', saidas: 'out' };

const ACCOUNTS: Record<NonNullable<StatementSearch['conta']>, StatementAccount> = {
  corrente: 'checking',
  externa: 'external',
  investimentos: 'investment',
};

const FLOWS: Record<NonNullable<StatementSearch['efeito']>, Flow> = {
  contam: 'counted',
  proprias: 'own',
  credito: 'loan',
  devolvidas: 'undone',
};

const COSTS: Record<NonNullable<StatementSearch['custo']>, CostFilter> = {
  todos: 'any',
  atraso: 'late',
  imposto: 'tax',
  tarifa: 'fee',
};

/** What chooses the rows of a figure; without any of them a sum would mix what counts with what does not. */
export const FIGURE_FILTERS = ['sentido', 'efeito', 'custo', 'pessoa', 'movimento'] as const;

export type Filters = {
  account: StatementAccount;
  view: StatementView;
  from?: string;
  to?: string;
  q?: string;
  kind?: MovementKind;
  type?: TransactionType;
  direction?: Direction;
  flow?: Flow;
  cost?: CostFilter;
  counterparty?: string;
  transactionId?: string;
};

export function filtersOf(search: StatementSearch, today: string): Filters {
  return {
    account: search.conta ? ACCOUNTS[search.conta] : 'all',
    view: 'movements',
    ...daysOf(search, today),
    ...(search.busca && { q: search.busca }),
    ...(search.tipo && (isKind(search.tipo) ? { kind: search.tipo } : { type: search.tipo })),
    ...(search.sentido && { direction: DIRECTIONS[search.sentido] }),
    ...(search.efeito && { flow: FLOWS[search.efeito] }),
    ...(search.custo && { cost: COSTS[search.custo] }),
    ...(search.pessoa && { counterparty: search.pessoa }),
    ...(search.movimento && { transactionId: search.movimento }),
  };
}

/** 'transfer' is both a kind and a type: the kind is meant. */
export const isKind = (tipo: MovementKind | TransactionType): tipo is MovementKind =>
  MOVEMENT_KINDS.some((kind) => kind === tipo);

export function exportPath(filters: Filters, format: ExportFormat): string {
  return `/api/ledger/export?${new URLSearchParams({ ...filters, format })}`;
}
