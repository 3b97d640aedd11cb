import { STANDINGS } from '#domain/credit/standing-words';
import { type SearchOf, searchOf } from '#domain/places';
import { STANDING_LOOKS } from '../ui/standing-badge.tsx';

export type OperationsSearch = SearchOf<'/admin/operations'>;

export const delayNamed = (atraso: unknown): OperationsSearch['atraso'] =>
  parseOperationsSearch({ atraso }).atraso;

export const parseOperationsSearch = (search: Record<string, unknown>) =>
  searchOf('/admin/operations', search);

export function filtersOf({ busca, status, atraso }: OperationsSearch) {
  return {
    ...(busca && { q: busca }),
    ...(status && { status }),
    ...(atraso && { delay: atraso === 'novo' ? 'new' : atraso }),
  };
}

export const DELAY_OPTIONS = [
  { value: '', label: 'Com ou sem' },
  { value: 'novo', label: 'Venceu nos últimos 7 dias' },
  { value: '1', label: '1 dia ou mais' },
  { value: '30', label: 'Mais de 30 dias' },
  { value: '90', label: 'Mais de 90 dias' },
] as const;

export const STATUS_OPTIONS = [
  { value: '', label: 'Todas' },
  ...STANDINGS.map((value) => ({ value, label: STANDING_LOOKS[value].label })),
] as const;
