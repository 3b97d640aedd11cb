import { z } from 'zod';
import type { Reader } from '#db/db';
import type { Tables } from '#db/schema';
import type { AuditListInput } from '#domain/audit/list';
import { refuse } from '#domain/refusal';
import { nameOfCaller } from '#server/access/caller-line';
import { countAttempt } from '#server/auth/attempts';
import type { SignedInContext } from '#server/kernel/context';
import { refuseHungUp } from '#server/kernel/hung-up';
import { inTurn } from '#server/kernel/in-turn';
import { pageSchema } from '#server/kernel/keyset';
import { auditRowSchema, toAuditRow } from './audit-row.ts';
import { auditTargetSchema, auditTargets } from './audit-targets.ts';
import { type AuditRange, auditRange, auditSpans, countIn, rowsIn } from './audit-walk.ts';

/** Rows that are read for one piece of a search; other requests run in between. */
const SPAN_ROWS = 2_000;
/** To count more would take a search longer than to find its first page. */
const MOST_COUNTED = 10_000;

/** `totals`: only with the first page. `isMore`: of a search that finds more than `count`, which is as far as they are counted. */
export const auditPageSchema = pageSchema({
  logs: z.array(auditRowSchema.extend({ target: auditTargetSchema.nullable() })),
  totals: z.object({ count: z.int(), isMore: z.boolean() }).nullable(),
});
export type AuditPage = z.output<typeof auditPageSchema>;

/** A search reads all rows until its page is full. Refuses TOO_MANY_ATTEMPTS (searches), BUSY once `signal` aborts. */
export async function listAudit(
  ctx: SignedInContext,
  input: AuditListInput,
  signal?: AbortSignal,
): Promise<AuditPage> {
  const { cursor, sort, limit, ...filters } = input;
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor))
    refuse('VALIDATION', { fields: { cursor: 'Cursor inválido' } });
  const range = await auditRange(ctx.db, filters);
  const isSearch = range.matching !== undefined;
  if (isSearch) await countAttempt(ctx, 'statementSearch', nameOfCaller(ctx));
  const isCounted = isSearch && cursor === undefined;
  const walk = { cursorSeq: cursor === undefined ? null : Number(cursor), isAscending: sort === 'createdAt' };
  const found = foundIn(ctx.db, range, { ...walk, limit: limit + 1, isCounted });
  const rows: Row[] = [];
  let count = 0;
  for (;;) {
    const { value, done } = await inTurn(`${nameOfCaller(ctx)}/audit`, () => found.next());
    if (done) break;
    rows.push(...value.rows);
    count += value.count;
    if (rows.length > limit && (!isCounted || count > MOST_COUNTED)) break;
    if (signal?.aborted) refuseHungUp();
  }
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const targets = await auditTargets(ctx.db, page);
  return {
    logs: page.map((row, index) => ({ ...toAuditRow(row), target: targets[index] ?? null })),
    nextCursor: last && rows.length > limit ? String(last.seq) : null,
    totals: cursor === undefined ? totalsOf(range, count) : null,
  };
}

const totalsOf = ({ matching, first, end }: AuditRange, count: number): AuditPage['totals'] =>
  matching === undefined
    ? { count: end - first, isMore: false }
    : { count: Math.min(count, MOST_COUNTED), isMore: count > MOST_COUNTED };

type Row = Tables['auditLog']['$inferSelect'];

/** What each span has: of the page's rows, and in number if they are counted. */
async function* foundIn(
  db: Reader,
  range: AuditRange,
  {
    limit,
    isCounted,
    ...walk
  }: { cursorSeq: number | null; isAscending: boolean; limit: number; isCounted: boolean },
): AsyncGenerator<{ rows: Row[]; count: number }, void> {
  let rest = limit;
  for await (const span of auditSpans(db, range, { ...walk, size: SPAN_ROWS })) {
    const rows = rest > 0 ? await rowsIn(db, range, span, { ...walk, limit: rest }) : [];
    const isFull = rows.length === rest;
    rest -= rows.length;
    yield { rows, count: isCounted && isFull ? await countIn(db, range, span) : rows.length };
  }
}
