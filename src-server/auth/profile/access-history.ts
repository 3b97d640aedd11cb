import { and, desc, eq, lt, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import type { AccessHistoryInput } from '#domain/auth/access-history';
import { deviceInWords } from '#domain/auth/device-words';
import { among } from '#server/kernel/any-of';
import type { SignedInContext } from '#server/kernel/context';
import { idsOf } from '#server/kernel/id';
import { pageSchema } from '#server/kernel/keyset';

/** Access by others to the caller's record or accounts; `action` is the audit log's word. */
export const accessHistoryAnswerSchema = pageSchema({
  views: z.array(
    z.object({
      id: z.string(),
      at: z.iso.datetime(),
      byName: z.string(),
      action: z.string(),
      device: z.string(),
    }),
  ),
});
export type AccessHistory = z.output<typeof accessHistoryAnswerSchema>;

export async function accessHistory(
  ctx: SignedInContext,
  { cursor, limit }: AccessHistoryInput,
): Promise<AccessHistory> {
  const before = cursor === undefined ? null : Number(cursor);
  const rows = await accessesTo(ctx.db, ctx.user.id, { before, limit: limit + 1 });
  const page = rows.slice(0, limit);
  return {
    views: page.map(({ id, createdAt, userName, action, userAgent }) => ({
      id,
      at: createdAt.toISOString(),
      byName: userName ?? '',
      action,
      device: deviceInWords(userAgent ?? ''),
    })),
    nextCursor: rows.length > limit ? String(page.at(-1)?.seq) : null,
  };
}

/** The predicate of index `audit_log_about`, which leaves out the rows, without limit, that people cause themselves. */
export const ABOUT_BY_OTHERS = sql`entity_type in ('user', 'account') and user_id <> entity_id`;

/** Audit rows by others about the user or their accounts, older than `before`. */
export async function accessesTo(
  db: Reader,
  userId: string,
  { before, limit }: { before: number | null; limit: number },
) {
  const { auditLog, accounts } = db.tables;
  const own = await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.userId, userId));
  return db
    .select(columnsOf(auditLog, 'seq', 'id', 'createdAt', 'userName', 'action', 'changes', 'userAgent'))
    .from(auditLog)
    .where(
      and(
        among(db, auditLog.entityId, [userId, ...idsOf(own)]),
        ABOUT_BY_OTHERS,
        ne(auditLog.userId, userId),
        before === null ? undefined : lt(auditLog.seq, before),
      ),
    )
    .orderBy(desc(auditLog.seq))
    .limit(limit);
}
