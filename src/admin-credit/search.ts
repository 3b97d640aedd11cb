import { PROPOSAL_CHOICES, PROPOSAL_WAITS, type SearchOf, searchOf } from '#domain/places';
import { STATUS_LABELS } from '../ui/status-badge.tsx';

/** What waits for somebody, by the words of the address. */
const WAITING = { undecided: 'Aguardando decisão', review: 'Revisão pedida' } as const;

export type ProposalsSearch = SearchOf<'/admin/credit'>;

/** Reads the address; what is not usable is dropped. */
export const parseProposalsSearch = (search: Record<string, unknown>) => searchOf('/admin/credit', search);

/** The address → what the bank is asked for. */
export function filtersOf({ busca, status }: ProposalsSearch) {
  return { ...(busca && { q: busca }), ...(status && { status }) };
}

/** The choices of the filter; '' is all. */
export const STATUS_OPTIONS = [
  { value: '', label: 'Todas' },
  ...PROPOSAL_CHOICES.map((value) => ({ value, label: STATUS_LABELS[value] ?? value })),
  ...PROPOSAL_WAITS.map((value) => ({ value, label: WAITING[value] })),
] as const;
