import { auditCsvHead, auditCsvRows } from '#domain/audit/csv';
import type { AuditFilters } from '#domain/audit/list';
import type { AuditEvent } from '#server/audit/record';
import type { SignedInContext } from '#server/kernel/context';
import type { FileAnswer } from '#server/kernel/file-answer';
import { auditRange, auditSpans, rowsIn } from './audit-walk.ts';
import { csvFile } from './csv-file.ts';

/** Few, because all of them may match: a row has about half a kilobyte. */
const SPAN_ROWS = 500;

/** The audit log as CSV, newest first; the first row, unless filtered out, is this export. */
export function exportAudit(ctx: SignedInContext, filters: AuditFilters): Promise<FileAnswer> {
  const event: AuditEvent = { action: 'export_audit', entityId: null, changes: { ...filters } };
  return csvFile(ctx, 'auditoria', event, csvOf(ctx, filters));
}

async function* csvOf({ db }: SignedInContext, filters: AuditFilters) {
  yield auditCsvHead();
  const range = await auditRange(db, filters);
  for await (const span of auditSpans(db, range, { size: SPAN_ROWS }))
    yield auditCsvRows(await rowsIn(db, range, span));
}
