import { and, desc, eq } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { secondsAfter } from '#domain/moment';
import { record } from '#server/audit/record';
import type { SignedInContext } from '#server/kernel/context';
import { lockedRow } from '../own-row.ts';
import { ABOUT_BY_OTHERS } from './access-history.ts';

const ONCE_IN_SECONDS = 600;

/**
 * A `view_user` row, which the customer can see, about what an administrator has read of them alone: at most one in ten minutes for both, however
 * many pages and searches. Call it after the read, which a replica may answer.
 */
export async function noteView(ctx: SignedInContext, userId: string): Promise<void> {
  if (await isNoted(ctx.db, ctx, userId)) return;
  await ctx.db.transaction(async (tx) => {
    // Of the calls of one screen, one writes it.
    await lockedRow(tx, userId);
    if (!(await isNoted(tx, ctx, userId))) await record(tx, ctx, { action: 'view_user', entityId: userId });
  });
}

/** Notes nothing of a list about nobody, or about several customers. */
export async function noteViewOfOne(ctx: SignedInContext, userIds: readonly string[]): Promise<void> {
  const [only, ...more] = new Set(userIds);
  if (only !== undefined && more.length === 0) await noteView(ctx, only);
}

async function isNoted(db: Reader, { clock, user }: SignedInContext, userId: string): Promise<boolean> {
  const { auditLog } = db.tables;
  const [last] = await db
    .select({ at: auditLog.createdAt })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.entityId, userId),
        ABOUT_BY_OTHERS,
        eq(auditLog.userId, user.id),
        eq(auditLog.action, 'view_user'),
      ),
    )
    .orderBy(desc(auditLog.seq))
    .limit(1);
  return last !== undefined && last.at > secondsAfter(clock.now(), -ONCE_IN_SECONDS);
}
