import type { SearchOf } from '#domain/places';
import { given } from '../ui/use-list.ts';

export const filtersOf = ({ busca, acao, tipo, de, ate, pessoa, alvo, ip }: SearchOf<'/admin/audit'>) =>
  given({ q: busca, action: acao, entityType: tipo, from: de, to: ate, userId: pessoa, entityId: alvo, ip });

export function exportPath(filters: ReturnType<typeof filtersOf>): string {
  return `/api/admin/audit/export?${new URLSearchParams(filters)}`;
}
