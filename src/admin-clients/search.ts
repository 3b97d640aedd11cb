import { type SearchOf, searchOf } from '#domain/places';

export type ClientsSearch = SearchOf<'/admin/users'>;

export const parseClientsSearch = (search: Record<string, unknown>) => searchOf('/admin/users', search);

export function filtersOf({ busca, perfil, status, desde }: ClientsSearch) {
  return {
    ...(busca && { q: busca }),
    ...(perfil && { role: perfil }),
    ...(status && { active: status === 'ativos' }),
    ...(desde && { from: desde }),
  };
}
