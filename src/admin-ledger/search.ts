import type { Direction } from '#domain/account/statement';
import type { TransactionType } from '#domain/ledger/words';
import { type SearchOf, searchOf } from '#domain/places';

export type LedgerSearch = SearchOf<'/admin/ledger'>;

const SIDES = { banco: 'bank', fora: 'gates', todos: 'all' } as const;
const DIRECTIONS: Record<'entradas' | 'saidas', Direction> = { entradas: 'in', saidas: 'out' };

/** Reads the address; what is not usable is dropped. */
export const parseLedgerSearch = (search: Record<string, unknown>) => searchOf('/admin/ledger', search);

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
