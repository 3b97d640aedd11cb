import type { AuditAction, AuditEntity } from '#domain/audit/words';
import { type SearchOf, searchOf } from '#domain/places';

export type AuditSearch = SearchOf<'/admin/audit'>;

export const parseAuditSearch = (search: Record<string, unknown>) => searchOf('/admin/audit', search);

export type AuditFilters = {
  q?: string;
  action?: AuditAction;
  entityType?: AuditEntity;
  from?: string;
  to?: string;
  userId?: string;
};

export function filtersOf({ busca, acao, tipo, de, ate, pessoa }: AuditSearch): AuditFilters {
  return {
    ...(busca && { q: busca }),
    ...(acao && { action: acao }),
    ...(tipo && { entityType: tipo }),
    ...(de && { from: de }),
    ...(ate && { to: ate }),
    ...(pessoa && { userId: pessoa }),
  };
}

export function exportPath(filters: AuditFilters): string {
  return `/api/admin/audit/export?${new URLSearchParams(filters)}`;
}
