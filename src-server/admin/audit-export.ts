import { setTimeout as pause } from 'node:timers/promises';
import { auditCsvHead, auditCsvRows } from '#domain/audit/csv';
import type { AuditFilters } from '#domain/audit/list';
import { record } from '#server/audit/record';
import { countAttempt } from '#server/auth/attempts';
import type { SignedInContext } from '#server/kernel/context';
import type { FileAnswer } from '#server/kernel/file-answer';
import { pages } from '#server/work/pages';
import { auditRange, auditRows } from './audit-list.ts';

/** Rows per read; a pause follows, because other requests share this process. */
const PAGE_ROWS = 200;
const PAUSE_MS = 1;

/** The audit log as CSV, streamed. The export itself is logged first. At most 20 files a minute per caller. */
export async function exportAudit(ctx: SignedInContext, filters: AuditFilters): Promise<FileAnswer> {
  await countAttempt(ctx, 'export', ctx.user.id);
  return {
    bytes: csvOf(ctx, filters),
    fileName: `auditoria-${ctx.clock.today()}.csv`,
    contentType: 'text/csv; charset=utf-8',
  };
}

async function* csvOf(ctx: SignedInContext, filters: AuditFilters) {
  const { db } = ctx;
  await ctx.db.transaction((tx) =>
    record(tx, ctx, { action: 'export_audit', entityId: null, changes: { ...filters } }),
  );
  const encoder = new TextEncoder();
  yield encoder.encode(auditCsvHead());
  const asked = await auditRange(db, filters);
  const read = (last: { seq: number } | null) =>
    auditRows(db, asked, { place: last?.seq ?? null, limit: PAGE_ROWS });
  for await (const rows of pages(PAGE_ROWS, read, () => pause(PAUSE_MS)))
    yield encoder.encode(auditCsvRows(rows));
}
