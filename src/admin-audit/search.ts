import {
  AUDIT_ACTION_LABELS,
  AUDIT_ENTITY_LABELS,
  type AuditAction,
  type AuditEntity,
} from '#domain/audit/words';
import { isDay } from '#domain/date';
import { cleanText } from '#domain/text';

/** What the address of the audit log may carry; what is not there is not filtered. */
export type AuditSearch = {
  busca?: string;
  acao?: AuditAction;
  tipo?: AuditEntity;
  /** First and last day, `2026-07-03`, both included. */
  de?: string;
  ate?: string;
  /** Id of the one user whose acts are shown. */
  pessoa?: string;
};

const LONGEST_QUERY = 100;

/** A search value as text: the router reads values as JSON, so that `busca=2026` comes as a number. */
const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const isWordOf = <Word extends string>(labels: Record<Word, string>, word: string): word is Word =>
  Object.hasOwn(labels, word);

/** Reads the address; what is not usable is dropped, since a link may come from anywhere. */
export function parseAuditSearch(search: Record<string, unknown>): AuditSearch {
  const [acao, tipo, de, ate, pessoa] = [search.acao, search.tipo, search.de, search.ate, search.pessoa].map(
    text,
  );
  const busca = cleanText(text(search.busca)).slice(0, LONGEST_QUERY);
  return {
    ...(busca && { busca }),
    ...(acao && isWordOf(AUDIT_ACTION_LABELS, acao) && { acao }),
    ...(tipo && isWordOf(AUDIT_ENTITY_LABELS, tipo) && { tipo }),
    ...(de && isDay(de) && { de }),
    ...(ate && isDay(ate) && { ate }),
    ...(pessoa && /^[\w-]{1,64}$/.test(pessoa) && { pessoa }),
  };
}

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
