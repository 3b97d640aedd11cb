import { ROLES, type Role } from '#domain/auth/role';
import { searchWords } from '../ui/search-words.ts';

const STATES = ['ativos', 'inativos'] as const;

/** What the address of the clients may carry. */
export type ClientsSearch = {
  busca?: string;
  perfil?: Role;
  status?: (typeof STATES)[number];
};

/** Reads the address; what is not usable is dropped, since a link may come from anywhere. */
export function parseClientsSearch(search: Record<string, unknown>): ClientsSearch {
  const busca = searchWords(search.busca);
  const perfil = ROLES.find((role) => role === search.perfil);
  const status = STATES.find((state) => state === search.status);
  return { ...(busca && { busca }), ...(perfil && { perfil }), ...(status && { status }) };
}

/** The address → what the bank is asked for. */
export function filtersOf({ busca, perfil, status }: ClientsSearch) {
  return {
    ...(busca && { q: busca }),
    ...(perfil && { role: perfil }),
    ...(status && { active: status === 'ativos' }),
  };
}
