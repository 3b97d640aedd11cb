import type { ProposalStatus } from '#domain/credit/words';
import { searchWords } from '../ui/search-words.ts';
import { STATUS_LABELS } from '../ui/status-badge.tsx';

/** The statuses that the screen filters by (section 2 of the specification). */
const CHOICES = [
  'pending',
  'under_analysis',
  'approved',
  'rejected',
  'active',
] as const satisfies ProposalStatus[];
/** What waits for somebody, by the words of the address. */
const WAITING = { undecided: 'Aguardando decisão', review: 'Revisão pedida' } as const;
const WAITS = ['undecided', 'review'] as const satisfies (keyof typeof WAITING)[];

/** What the address of the proposals may carry. */
export type ProposalsSearch = { busca?: string; status?: (typeof CHOICES | typeof WAITS)[number] };

/** Reads the address; what is not usable is dropped, since a link may come from anywhere. */
export function parseProposalsSearch(search: Record<string, unknown>): ProposalsSearch {
  const busca = searchWords(search.busca);
  const status = [...CHOICES, ...WAITS].find((choice) => choice === search.status);
  return { ...(busca && { busca }), ...(status && { status }) };
}

/** The address → what the bank is asked for. */
export function filtersOf({ busca, status }: ProposalsSearch) {
  return { ...(busca && { q: busca }), ...(status && { status }) };
}

/** The choices of the filter; '' is all. */
export const STATUS_OPTIONS = [
  { value: '', label: 'Todas' },
  ...CHOICES.map((value) => ({ value, label: STATUS_LABELS[value] ?? value })),
  ...WAITS.map((value) => ({ value, label: WAITING[value] })),
] as const;
