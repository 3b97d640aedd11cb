import { ROLES, type Role } from '#domain/auth/role';
import { isDay } from '#domain/date';
import { searchWords } from '../ui/search-words.ts';

const STATES = ['ativos', 'inativos'] as const;

/** What the address of the clients may carry. */
export type ClientsSearch = {
  busca?: string;
  perfil?: Role;
  status?: (typeof STATES)[number];
  /** With the bank since that day, `2026-07-03`. */
  desde?: string;
};

/** Reads the address; what is not usable is dropped, since a link may come from anywhere. */
export function parseClientsSearch(search: Record<string, unknown>): ClientsSearch {
  const busca = searchWords(search.busca);
  const perfil = ROLES.find((role) => role === search.perfil);
  const status = STATES.find((state) => state === search.status);
  const desde = typeof search.desde === 'string' && isDay(search.desde) ? search.desde : '';
  return {
    ...(busca && { busca }),
    ...(perfil && { perfil }),
    ...(status && { status }),
    ...(desde && { desde }),
  };
}

/** The address → what the bank is asked for. */
export function filtersOf({ busca, perfil, status, desde }: ClientsSearch) {
  return {
    ...(busca && { q: busca }),
    ...(perfil && { role: perfil }),
    ...(status && { active: status === 'ativos' }),
    ...(desde && { from: desde }),
  };
}
