import { PROPOSAL_CHOICES, PROPOSAL_WAITS, type SearchOf, searchOf } from '#domain/places';
import { STATUS_LABELS } from '../ui/status-badge.tsx';

const WAITING = { undecided: 'Aguardando decisão', review: 'Revisão pedida' } as const;

export type ProposalsSearch = SearchOf<'/admin/credit'>;

export const parseProposalsSearch = (search: Record<string, unknown>) => searchOf('/admin/credit', search);

export function filtersOf({ busca, status }: ProposalsSearch) {
  return { ...(busca && { q: busca }), ...(status && { status }) };
}

export const STATUS_OPTIONS = [
  { value: '', label: 'Todas' },
  ...PROPOSAL_CHOICES.map((value) => ({ value, label: STATUS_LABELS[value] ?? value })),
  ...PROPOSAL_WAITS.map((value) => ({ value, label: WAITING[value] })),
] as const;
