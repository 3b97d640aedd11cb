import type { Standing } from '#domain/credit/standing';
import { searchWords } from '../ui/search-words.ts';
import { STANDING_LOOKS } from '../ui/standing-badge.tsx';

/** What the address of the operations may carry. */
export type OperationsSearch = { busca?: string; status?: Standing };

/** Every standing, in the order in which the screen shows them. */
export const STANDING_CHOICES = [
  'adimplente',
  'em_atraso',
  'negativado',
  'finalizado',
] as const satisfies Standing[];

/** Reads the address; what is not usable is dropped, since a link may come from anywhere. */
export function parseOperationsSearch(search: Record<string, unknown>): OperationsSearch {
  const busca = searchWords(search.busca);
  const status = STANDING_CHOICES.find((standing) => standing === search.status);
  return { ...(busca && { busca }), ...(status && { status }) };
}

/** The address → what the bank is asked for. */
export function filtersOf({ busca, status }: OperationsSearch) {
  return { ...(busca && { q: busca }), ...(status && { status }) };
}

/** The choices of the filter; '' is all. */
export const STATUS_OPTIONS = [
  { value: '', label: 'Todas' },
  ...STANDING_CHOICES.map((value) => ({ value, label: STANDING_LOOKS[value].label })),
] as const;
