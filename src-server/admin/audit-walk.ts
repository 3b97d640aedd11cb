import { and, asc, desc, eq, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { type AuditFilters, auditWordsMatching } from '#domain/audit/list';
import { anyContains } from '#server/kernel/search';
import { bankMidnight } from '#server/ledger/bank-day';
import { idSpans, type Span } from '#server/work/id-spans';

/** Rows from `first` to before `end`. `indexed`: the part of `matching` that an index finds. */
export type AuditRange = {
  first: number;
  end: number;
  matching: SQL | undefined;
  indexed: SQL | undefined;
};

type Order = { isAscending?: boolean };

/** Divides what is left after `cursorSeq`, newest first, by the rows that are to be read to find those that match. */
export function auditSpans(
  db: Reader,
  { first, end, indexed }: AuditRange,
  { cursorSeq = null, isAscending = false, size }: Order & { cursorSeq?: number | null; size: number },
): AsyncGenerator<Span> {
  const bounds = isAscending
    ? { after: Math.max(first - 1, cursorSeq ?? 0), upTo: end - 1 }
    : { after: Math.min(end, cursorSeq ?? end), upTo: first };
  const walk = { ...bounds, size, isCounted: indexed, isDescending: !isAscending };
  return idSpans(db, db.tables.auditLog.seq, walk);
}

/** All that match in a span, or the first ones. */
export function rowsIn(
  db: Reader,
  { matching }: AuditRange,
  span: Span,
  { isAscending = false, limit }: Order & { limit?: number } = {},
) {
  const { auditLog } = db.tables;
  const rows = db
    .select()
    .from(auditLog)
    .where(and(span(auditLog.seq), matching))
    .orderBy(isAscending ? asc(auditLog.seq) : desc(auditLog.seq));
  return limit === undefined ? rows : rows.limit(limit);
}

export const countIn = (db: Reader, { matching }: AuditRange, span: Span): Promise<number> =>
  db.$count(db.tables.auditLog, and(span(db.tables.auditLog.seq), matching));

/** Of two concurrent commits, the one with the higher `seq` may have the earlier `createdAt`; an hour is ample. */
const SLACK_MS = 3_600_000;

/** Where the rows are that match, by their days, and which of them match. */
export async function auditRange(
  db: Reader,
  { q, action, entityType, userId, entityId, ip, from, to }: AuditFilters,
): Promise<AuditRange> {
  const { auditLog } = db.tables;
  const since = from === undefined ? null : bankMidnight(from);
  const until = to === undefined ? null : bankMidnight(to, { plusDays: 1 });
  const byUser = userId === undefined ? undefined : eq(auditLog.userId, userId);
  const byAction = action === undefined ? undefined : eq(auditLog.action, action);
  const matching = and(
    byUser,
    // Of two indexes SQLite might choose the one that has more rows in the span.
    byUser && byAction ? sql`case when ${byAction} then 1 else 0 end = 1` : byAction,
    q === undefined ? undefined : searched(db, q),
    entityType === undefined ? undefined : eq(auditLog.entityType, entityType),
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
    indexed: byUser ?? byAction,
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
