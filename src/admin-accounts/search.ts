import { type SearchOf, searchOf } from '#domain/places';

export type AccountsSearch = SearchOf<'/admin/accounts'>;

export const parseAccountsSearch = (search: Record<string, unknown>) => searchOf('/admin/accounts', search);

export function filtersOf({ busca, tipo, status }: AccountsSearch) {
  return {
    ...(busca && { q: busca }),
    ...(tipo && { type: tipo }),
    ...(status && { active: status === 'ativas' }),
  };
}
