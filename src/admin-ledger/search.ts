import type { Direction } from '#domain/account/statement';
import { isDay } from '#domain/date';
import { TRANSACTION_TYPES, type TransactionType } from '#domain/ledger/words';
import { parseDecimal, toDecimal } from '#domain/money';
import { searchWords } from '../ui/search-words.ts';

/** What the address of the ledger may carry; what is not there is not filtered, and the side is the customers'. */
export type LedgerSearch = {
  busca?: string;
  tipo?: TransactionType;
  lado?: 'banco' | 'fora' | 'todos';
  sentido?: 'entradas' | 'saidas';
  /** First and last day, `2026-07-03`, both included. */
  de?: string;
  ate?: string;
  /** Smallest and largest amount of an entry, `12.50`, both included. */
  minimo?: string;
  maximo?: string;
  /** Id of the transaction that is open. */
  transacao?: string;
  /** What is open of the reconciliations: the id of a report, `ultima` for the newest one, `todas` for the list. */
  conciliacao?: string;
};

const ID = /^[\w-]{1,64}$/;
const SIDES = { banco: 'bank', fora: 'gates', todos: 'all' } as const;
const DIRECTIONS: Record<'entradas' | 'saidas', Direction> = { entradas: 'in', saidas: 'out' };

const isWordOf = <Word extends string>(words: Record<Word, unknown>, word: string): word is Word =>
  Object.hasOwn(words, word);

/** An amount above zero as decimal text; '' for anything else. The router reads `10.50` as a number. */
function amountText(value: unknown): string {
  const cents = typeof value === 'string' || typeof value === 'number' ? parseDecimal(String(value)) : null;
  return cents !== null && cents > 0 ? toDecimal(cents) : '';
}

/** Reads the address; what is not usable is dropped, since a link may come from anywhere. */
export function parseLedgerSearch(search: Record<string, unknown>): LedgerSearch {
  const [lado, sentido, de, ate, transacao, conciliacao] = [
    search.lado,
    search.sentido,
    search.de,
    search.ate,
    search.transacao,
    search.conciliacao,
  ].map((value) => (typeof value === 'string' ? value : ''));
  const busca = searchWords(search.busca);
  const tipo = TRANSACTION_TYPES.find((type) => type === search.tipo);
  const [minimo, maximo] = [amountText(search.minimo), amountText(search.maximo)];
  return {
    ...(busca && { busca }),
    ...(tipo && { tipo }),
    ...(lado && isWordOf(SIDES, lado) && { lado }),
    ...(sentido && isWordOf(DIRECTIONS, sentido) && { sentido }),
    ...(de && isDay(de) && { de }),
    ...(ate && isDay(ate) && { ate }),
    ...(minimo && { minimo }),
    ...(maximo && { maximo }),
    ...(transacao && ID.test(transacao) && { transacao }),
    ...(conciliacao && ID.test(conciliacao) && { conciliacao }),
  };
}

/** The filters that stand behind 'Mais filtros': how many of them are set. */
export const moreFiltersOf = ({ sentido, de, ate, minimo, maximo }: LedgerSearch): number =>
  [sentido, de, ate, minimo, maximo].filter((value) => value !== undefined).length;

/** The filters as the bank takes them. */
export type LedgerFilters = {
  q?: string;
  side?: 'bank' | 'gates' | 'all';
  type?: TransactionType;
  direction?: Direction;
  from?: string;
  to?: string;
  least?: string;
  most?: string;
};

/** The address → what the bank is asked for. */
export function filtersOf(search: LedgerSearch): LedgerFilters {
  const { busca, tipo, lado, sentido, de, ate, minimo, maximo } = search;
  return {
    ...(busca && { q: busca }),
    ...(lado && { side: SIDES[lado] }),
    ...(tipo && { type: tipo }),
    ...(sentido && { direction: DIRECTIONS[sentido] }),
    ...(de && { from: de }),
    ...(ate && { to: ate }),
    ...(minimo && { least: minimo }),
    ...(maximo && { most: maximo }),
  };
}

/** Where the bank hands out the same entries as a file. */
export function exportPath(filters: LedgerFilters): string {
  return `/api/admin/ledger/export?${new URLSearchParams(filters)}`;
}
