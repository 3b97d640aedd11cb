import type { Direction } from '#domain/account/statement';
import type { SearchOf } from '#domain/places';
import { given } from '../ui/use-list.ts';

export type LedgerSearch = SearchOf<'/admin/ledger'>;

const SIDES = { banco: 'bank', fora: 'gates', todos: 'all' } as const;
const DIRECTIONS: Record<'entradas' | 'saidas', Direction> = { entradas: 'in', saidas: 'out' };

export const moreFilterCount = ({ sentido, de, ate, minimo, maximo }: LedgerSearch): number =>
  [sentido, de, ate, minimo, maximo].filter((value) => value !== undefined).length;

export function filtersOf({ busca, tipo, lado, sentido, de, ate, minimo, maximo }: LedgerSearch) {
  return given({
    q: busca,
    side: lado && SIDES[lado],
    type: tipo,
    direction: sentido && DIRECTIONS[sentido],
    from: de,
    to: ate,
    least: minimo,
    most: maximo,
  });
}

export type LedgerFilters = ReturnType<typeof filtersOf>;

export function exportPath(filters: LedgerFilters): string {
  return `/api/admin/ledger/export?${new URLSearchParams(filters)}`;
}
