import type { Direction } from '#domain/account/statement';
import type { TransactionType } from '#domain/ledger/words';
import { type SearchOf, searchOf } from '#domain/places';

export type LedgerSearch = SearchOf<'/admin/ledger'>;

const SIDES = { banco: 'bank', fora: 'gates', todos: 'all' } as const;
const DIRECTIONS: Record<'entradas' | 'saidas', Direction> = { entradas: 'in', saidas: 'out' };

export const parseLedgerSearch = (search: Record<string, unknown>) => searchOf('/admin/ledger', search);

export const moreFiltersOf = ({ sentido, de, ate, minimo, maximo }: LedgerSearch): number =>
  [sentido, de, ate, minimo, maximo].filter((value) => value !== undefined).length;

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

export function exportPath(filters: LedgerFilters): string {
  return `/api/admin/ledger/export?${new URLSearchParams(filters)}`;
}
