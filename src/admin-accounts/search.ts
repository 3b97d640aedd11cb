import { type SearchOf, searchOf } from '#domain/places';

export type AccountsSearch = SearchOf<'/admin/accounts'>;

/** Reads the address; what is not usable is dropped. */
export const parseAccountsSearch = (search: Record<string, unknown>) => searchOf('/admin/accounts', search);

/** The address → what the bank is asked for. */
export function filtersOf({ busca, tipo, status }: AccountsSearch) {
  return {
    ...(busca && { q: busca }),
    ...(tipo && { type: tipo }),
    ...(status && { active: status === 'ativas' }),
  };
}
