import type { AuditAction, AuditEntity } from '#domain/audit/words';
import { type SearchOf, searchOf } from '#domain/places';

export type AuditSearch = SearchOf<'/admin/audit'>;

/** Reads the address; what is not usable is dropped. */
export const parseAuditSearch = (search: Record<string, unknown>) => searchOf('/admin/audit', search);

/** The filters as the bank takes them. */
export type AuditFilters = {
  q?: string;
  action?: AuditAction;
  entityType?: AuditEntity;
  from?: string;
  to?: string;
  userId?: string;
};

/** The address → what the bank is asked for. */
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

/** Where the bank hands out the same rows as a file. */
export function exportPath(filters: AuditFilters): string {
  return `/api/admin/audit/export?${new URLSearchParams(filters)}`;
}
