import { setTimeout as pause } from 'node:timers/promises';
import { auditCsvHead, auditCsvRows } from '#domain/audit/csv';
import type { AuditFilters } from '#domain/audit/list';
import type { AuditEvent } from '#server/audit/record';
import type { SignedInContext } from '#server/kernel/context';
import type { FileAnswer } from '#server/kernel/file-answer';
import { pages } from '#server/work/pages';
import { auditRange, auditRows } from './audit-list.ts';
import { csvFile } from './csv-file.ts';

/** Rows per read; a pause follows, because other requests share this process. */
const PAGE_ROWS = 200;
const PAUSE_MS = 1;

/** The audit log as CSV, newest first; the first row, unless filtered out, is this export. */
export function exportAudit(ctx: SignedInContext, filters: AuditFilters): Promise<FileAnswer> {
  const event: AuditEvent = { action: 'export_audit', entityId: null, changes: { ...filters } };
  return csvFile(ctx, 'auditoria', event, csvOf(ctx, filters));
}

async function* csvOf({ db }: SignedInContext, filters: AuditFilters) {
  yield auditCsvHead();
  const range = await auditRange(db, filters);
  const read = (last: { seq: number } | null) =>
    auditRows(db, range, { cursorSeq: last?.seq ?? null, limit: PAGE_ROWS });
  for await (const rows of pages(PAGE_ROWS, read, () => pause(PAUSE_MS))) yield auditCsvRows(rows);
}
