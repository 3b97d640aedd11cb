import { STANDINGS } from '#domain/credit/standing-words';
import type { SearchOf } from '#domain/places';
import { STANDING_LOOKS } from '../ui/standing-badge.tsx';
import { given } from '../ui/use-list.ts';

const DELAY_WORDS = { novo: 'new', hoje: 'today' } as const;

export const filtersOf = ({ busca, status, atraso }: SearchOf<'/admin/operations'>) =>
  given({ q: busca, status, delay: typeof atraso === 'string' ? DELAY_WORDS[atraso] : atraso });

export const DELAY_OPTIONS = [
  { value: '', label: 'Com ou sem' },
  { value: 'hoje', label: 'Vence hoje' },
  { value: 'novo', label: 'Venceu nos últimos 7 dias' },
  { value: '1', label: '1 dia ou mais' },
  { value: '30', label: 'Mais de 30 dias' },
  { value: '90', label: 'Mais de 90 dias' },
] as const;

export const STATUS_OPTIONS = [
  { value: '', label: 'Todas' },
  ...STANDINGS.map((value) => ({ value, label: STANDING_LOOKS[value].label })),
] as const;
