import { and, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '#db/db';
import { type AuditFilters, type AuditListInput, wordsHolding } from '#domain/audit/list';
import { refuse } from '#domain/refusal';
import type { SignedInContext } from '#server/context';
import { bankMidnight } from '#server/ledger/bank-day';
import { holds } from '#server/search';
import { auditRowSchema, toAuditRow } from './audit-row.ts';

/** A page of the audit log; `totals` are over all pages. */
export const auditPageSchema = z.object({
  logs: z.array(auditRowSchema),
  nextCursor: z.string().nullable(),
  totals: z.object({ count: z.int() }),
});
export type AuditPage = z.output<typeof auditPageSchema>;

/** A page of the audit log, newest first, filtered as asked. Refuses VALIDATION for a cursor that is none. */
export async function listAudit(ctx: SignedInContext, input: AuditListInput): Promise<AuditPage> {
  const { cursor, limit, ...filters } = input;
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor))
    refuse('VALIDATION', { fields: { cursor: 'Cursor inválido' } });
  const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor);
  const rows = await auditRowsBefore(ctx.db, filters, before, limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    logs: page.map(toAuditRow),
    nextCursor: last && rows.length > limit ? String(last.seq) : null,
    totals: { count: await countRows(ctx.db, filters) },
  };
}

/** Rows of the audit log that the filters match, before a place in it, newest first. */
export async function auditRowsBefore(db: Reader, filters: AuditFilters, before: number, size: number) {
  const { auditLog } = db.tables;
  return db
    .select()
    .from(auditLog)
    .where(and(lt(auditLog.seq, before), filterOf(db, filters)))
    .orderBy(desc(auditLog.seq))
    .limit(size);
}

async function countRows(db: Reader, filters: AuditFilters): Promise<number> {
  const [found] = await db
    .select({ count: sql`count(*)`.mapWith(Number) })
    .from(db.tables.auditLog)
    .where(filterOf(db, filters));
  return found?.count ?? 0;
}

function filterOf(db: Reader, { q, action, entityType, userId, from, to }: AuditFilters): SQL | undefined {
  const { auditLog } = db.tables;
  return and(
    q === undefined ? undefined : searched(db, q),
    action === undefined ? undefined : eq(auditLog.action, action),
    entityType === undefined ? undefined : eq(auditLog.entityType, entityType),
    userId === undefined ? undefined : eq(auditLog.userId, userId),
    from === undefined ? undefined : gte(auditLog.createdAt, bankMidnight(from)),
    to === undefined ? undefined : lt(auditLog.createdAt, bankMidnight(to, { plusDays: 1 })),
  );
}

function searched(db: Reader, q: string): SQL | undefined {
  const { auditLog } = db.tables;
  const { actions, entityTypes } = wordsHolding(q);
  return or(
    inArray(auditLog.action, actions),
    inArray(auditLog.entityType, entityTypes),
    holds(db, [auditLog.userName], q),
  );
}
