import { searchWords } from '../ui/search-words.ts';

/** The accounts that customers have in sight; 'deposits' are checking and savings together. */
export const LISTED_TYPES = ['checking', 'savings', 'investment', 'deposits'] as const;
const STATES = ['ativas', 'inativas'] as const;

/** What the address of the accounts may carry. */
export type AccountsSearch = {
  busca?: string;
  tipo?: (typeof LISTED_TYPES)[number];
  status?: (typeof STATES)[number];
};

/** Reads the address; what is not usable is dropped, since a link may come from anywhere. */
export function parseAccountsSearch(search: Record<string, unknown>): AccountsSearch {
  const busca = searchWords(search.busca);
  const tipo = LISTED_TYPES.find((type) => type === search.tipo);
  const status = STATES.find((state) => state === search.status);
  return { ...(busca && { busca }), ...(tipo && { tipo }), ...(status && { status }) };
}

/** The address → what the bank is asked for. */
export function filtersOf({ busca, tipo, status }: AccountsSearch) {
  return {
    ...(busca && { q: busca }),
    ...(tipo && { type: tipo }),
    ...(status && { active: status === 'ativas' }),
  };
}
