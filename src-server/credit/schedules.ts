import { and, desc, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '#db/db';
import type { SchedulesInput } from '#domain/credit/input';
import type { SignedInContext } from '#server/kernel/context';
import { afterCursor, byDay, cut, pageSchema } from '#server/kernel/keyset';
import { scheduleAnswer, scheduleSchema } from './shapes.ts';

/** Newest due first; customers get a null cursor. */
export const schedulePageSchema = pageSchema({ schedules: z.array(scheduleSchema) });
export type SchedulePage = z.infer<typeof schedulePageSchema>;

/** All of the caller's instalments; for an administrator a page of everybody's. Refuses VALIDATION (cursor). */
export async function listSchedules(
  ctx: SignedInContext,
  { proposalId, cursor, limit }: SchedulesInput,
): Promise<SchedulePage> {
  const { creditProposals: proposals, instalments } = ctx.db.tables;
  const isAdmin = ctx.user.role === 'admin';
  const isPaged = isAdmin && proposalId === undefined;
  const rows = await ctx.db
    .select({ row: instalments, proposal: proposals })
    .from(instalments)
    .innerJoin(proposals, eq(proposals.id, instalments.proposalId))
    .where(
      and(
        isAdmin ? undefined : eq(proposals.userId, ctx.user.id),
        proposalId === undefined ? undefined : eq(instalments.proposalId, proposalId),
        isPaged ? inArray(instalments.id, pageIds(ctx.db, cursor, limit + 1)) : undefined,
      ),
    )
    .orderBy(desc(instalments.dueOn), desc(instalments.id));
  const found = rows.map(({ row, proposal }) => ({ ...row, proposal }));
  const { rows: page, nextCursor } = isPaged
    ? cut(found, newestDue(ctx.db), limit)
    : { rows: found, nextCursor: null };
  const today = ctx.clock.today();
  return {
    schedules: page.map(({ proposal, ...row }) => scheduleAnswer(row, proposal, today)),
    nextCursor,
  };
}

const newestDue = ({ tables: { instalments } }: Reader) => ({
  key: byDay<{ dueOn: string }>(instalments.dueOn, ({ dueOn }) => dueOn),
  id: instalments.id,
  isDescending: true,
});

/** Pages ids on an index; full rows are read for the page only. */
function pageIds(db: Reader, cursor: string | undefined, count: number) {
  const { instalments } = db.tables;
  return db
    .select({ id: instalments.id })
    .from(instalments)
    .where(afterCursor(newestDue(db), cursor))
    .orderBy(desc(instalments.dueOn), desc(instalments.id))
    .limit(count);
}
