import type { SearchOf } from '#domain/places';
import { given } from '../ui/use-list.ts';

export const filtersOf = ({ busca, perfil, status, desde }: SearchOf<'/admin/users'>) =>
  given({ q: busca, role: perfil, active: status && status === 'ativos', from: desde });
