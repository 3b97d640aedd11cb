import { and, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '#db/db';
import { type AuditFilters, type AuditListInput, auditWordsMatching } from '#domain/audit/list';
import { refuse } from '#domain/refusal';
import type { SignedInContext } from '#server/kernel/context';
import { pageSchema } from '#server/kernel/keyset';
import { anyContains } from '#server/kernel/search';
import { bankMidnight } from '#server/ledger/bank-day';
import { auditRowSchema, toAuditRow } from './audit-row.ts';
import { auditTargetSchema, auditTargets } from './audit-targets.ts';

export const auditPageSchema = pageSchema({
  logs: z.array(auditRowSchema.extend({ target: auditTargetSchema.nullable() })),
  totals: z.object({ count: z.int() }),
});
export type AuditPage = z.output<typeof auditPageSchema>;

export async function listAudit(ctx: SignedInContext, input: AuditListInput): Promise<AuditPage> {
  const { cursor, sort, limit, ...filters } = input;
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor))
    refuse('VALIDATION', { fields: { cursor: 'Cursor inválido' } });
  const range = await auditRange(ctx.db, filters);
  const isAscending = sort === 'createdAt';
  const cursorSeq = cursor === undefined ? null : Number(cursor);
  const rows = await auditRows(ctx.db, range, { cursorSeq, isAscending, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const targets = await auditTargets(ctx.db, page);
  return {
    logs: page.map((row, index) => ({ ...toAuditRow(row), target: targets[index] ?? null })),
    nextCursor: last && rows.length > limit ? String(last.seq) : null,
    totals: { count: await countRows(ctx.db, range) },
  };
}

type AuditRange = { first: number; end: number; matching: SQL | undefined };

export async function auditRows(
  db: Reader,
  { first, end, matching }: AuditRange,
  {
    cursorSeq,
    isAscending = false,
    limit,
  }: { cursorSeq: number | null; isAscending?: boolean; limit: number },
) {
  const { auditLog } = db.tables;
  // One bound per side: of two, SQLite uses the index for the first and scans for the second.
  const from = isAscending && cursorSeq !== null ? Math.max(first, cursorSeq + 1) : first;
  const before = isAscending || cursorSeq === null ? end : Math.min(cursorSeq, end);
  return db
    .select()
    .from(auditLog)
    .where(and(gte(auditLog.seq, from), lt(auditLog.seq, before), matching))
    .orderBy(isAscending ? auditLog.seq : desc(auditLog.seq))
    .limit(limit);
}

async function countRows(db: Reader, { first, end, matching }: AuditRange): Promise<number> {
  if (matching === undefined) return end - first;
  const { auditLog } = db.tables;
  const [found] = await db
    .select({ count: sql`count(*)`.mapWith(Number) })
    .from(auditLog)
    .where(and(gte(auditLog.seq, first), lt(auditLog.seq, end), matching));
  return found?.count ?? 0;
}

/** Of two concurrent commits, the one with the higher `seq` may have the earlier `createdAt`; an hour is ample. */
const SLACK_MS = 3_600_000;

export async function auditRange(
  db: Reader,
  { q, action, entityType, userId, entityId, ip, from, to }: AuditFilters,
): Promise<AuditRange> {
  const { auditLog } = db.tables;
  const since = from === undefined ? null : bankMidnight(from);
  const until = to === undefined ? null : bankMidnight(to, { plusDays: 1 });
  const matching = and(
    q === undefined ? undefined : searched(db, q),
    action === undefined ? undefined : eq(auditLog.action, action),
    entityType === undefined ? undefined : eq(auditLog.entityType, entityType),
    userId === undefined ? undefined : eq(auditLog.userId, userId),
    entityId === undefined ? undefined : eq(auditLog.entityId, entityId),
    ip === undefined ? undefined : eq(auditLog.ipAddress, ip),
    since ? gte(auditLog.createdAt, since) : undefined,
    until ? lt(auditLog.createdAt, until) : undefined,
  );
  const end = (await lastSeq(db)) + 1;
  return {
    first: since ? await firstSince(db, new Date(since.getTime() - SLACK_MS), end) : 1,
    end: until ? await firstSince(db, new Date(until.getTime() + SLACK_MS), end) : end,
    matching,
  };
}

/** Seq of the first row at or after a moment, by binary search; `end` if none. */
async function firstSince(db: Reader, moment: Date, end: number): Promise<number> {
  let low = 1;
  let high = end;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const at = await writtenAt(db, middle);
    if (at !== null && at < moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

async function writtenAt(db: Reader, seq: number): Promise<Date | null> {
  const [row] = await db
    .prepared('admin.auditMoment', (on, { auditLog }) =>
      on
        .select({ createdAt: auditLog.createdAt })
        .from(auditLog)
        .where(eq(auditLog.seq, sql.placeholder('seq'))),
    )
    .execute({ seq });
  return row?.createdAt ?? null;
}

async function lastSeq(db: Reader): Promise<number> {
  const { auditHead } = db.tables;
  const [head] = await db.select({ seq: auditHead.seq }).from(auditHead).where(eq(auditHead.id, 1));
  return head?.seq ?? 0;
}

function searched(db: Reader, q: string): SQL | undefined {
  const { auditLog } = db.tables;
  const { actions, entityTypes } = auditWordsMatching(q);
  return or(
    inArray(auditLog.action, actions),
    inArray(auditLog.entityType, entityTypes),
    anyContains(db, [auditLog.userName], q),
  );
}
