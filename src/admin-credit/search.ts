import { PROPOSAL_CHOICES, PROPOSAL_WAITS, type SearchOf } from '#domain/places';
import { STATUS_LABELS } from '../ui/status-badge.tsx';
import { given } from '../ui/use-list.ts';

const WAITING = { undecided: 'Aguardando decisão', review: 'Revisão pedida' } as const;

export const filtersOf = ({ busca, status }: SearchOf<'/admin/credit'>) => given({ q: busca, status });

export const STATUS_OPTIONS = [
  { value: '', label: 'Todas' },
  ...PROPOSAL_CHOICES.map((value) => ({ value, label: STATUS_LABELS[value] ?? value })),
  ...PROPOSAL_WAITS.map((value) => ({ value, label: WAITING[value] })),
] as const;
