import type { SearchOf } from '#domain/places';
import { given } from '../ui/use-list.ts';

export const filtersOf = ({ busca, tipo, status }: SearchOf<'/admin/accounts'>) =>
  given({ q: busca, type: tipo, active: status && status === 'ativas' });
