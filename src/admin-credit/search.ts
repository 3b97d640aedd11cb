import { PROPOSAL_STATUSES } from '#domain/credit/words';
import type { SearchOf } from '#domain/places';
import { STATUS_LABELS } from '../ui/status-badge.tsx';
import { given } from '../ui/use-list.ts';

type Search = SearchOf<'/admin/credit'>;

export const filtersOf = ({ busca, status }: Search) => given({ q: busca, status });

/** The counters above the list, and the filters that count the same proposals. */
export const COUNTED = { undecided: 'Aguardando decisão', granted: 'Concedidas' } as const;

export const STATUS_OPTIONS = [
  { value: '', label: 'Todas' },
  ...PROPOSAL_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] ?? value })),
  { value: 'undecided', label: COUNTED.undecided },
  { value: 'granted', label: COUNTED.granted },
  { value: 'review', label: 'Revisão pedida' },
] as const;

const WAITING: readonly Search['status'][] = ['undecided', 'pending', 'under_analysis', 'review'];

/** What waits is listed from the oldest on. */
export const orderOf = ({ status }: Search): '-data' | 'data' =>
  WAITING.includes(status) ? 'data' : '-data';
