import { and, desc, eq, inArray, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '#db/db';
import type { SchedulesInput } from '#domain/credit/input';
import { DEFAULT_PAGE_SIZE } from '#domain/page';
import { noteViewOfOne } from '#server/auth/profile/note-view';
import type { SignedInContext } from '#server/kernel/context';
import { afterCursor, byDay, cut, pageSchema } from '#server/kernel/keyset';
import { scheduleAnswer, scheduleSchema } from './shapes.ts';

/** Newest due first. */
export const schedulePageSchema = pageSchema({ schedules: z.array(scheduleSchema) });
export type SchedulePage = z.infer<typeof schedulePageSchema>;

/**
 * Instalments of the caller, or for an administrator everybody's. All of a customer or a credit, unless a limit is asked
 * for; everybody's in pages. An administrator who reads one credit's leaves a `view_user` row. Refuses VALIDATION (cursor).
 */
export async function listSchedules(
  ctx: SignedInContext,
  { proposalId, cursor, limit: asked }: SchedulesInput,
): Promise<SchedulePage> {
  const isEverybody = ctx.user.role === 'admin' && proposalId === undefined;
  const limit = asked ?? (isEverybody ? DEFAULT_PAGE_SIZE : undefined);
  const rows = isEverybody
    ? await rowsOf(ctx.db, inArray(ctx.db.tables.instalments.id, pageIds(ctx.db, cursor, (limit ?? 0) + 1)))
    : await rowsOf(ctx.db, and(ownFilter(ctx, proposalId), afterCursor(newestDue(ctx.db), cursor)), limit);
  const { rows: page, nextCursor } =
    limit === undefined ? { rows, nextCursor: null } : cut(rows, newestDue(ctx.db), limit);
  if (ctx.user.role === 'admin' && proposalId !== undefined)
    await noteViewOfOne(
      ctx,
      page.map(({ proposal }) => proposal.userId),
    );
  const today = ctx.clock.today();
  return {
    schedules: page.map(({ proposal, ...row }) => scheduleAnswer(row, proposal, today)),
    nextCursor,
  };
}

function ownFilter({ db, user }: SignedInContext, proposalId: string | undefined): SQL | undefined {
  const { creditProposals: proposals, instalments } = db.tables;
  return and(
    user.role === 'admin' ? undefined : eq(proposals.userId, user.id),
    proposalId === undefined ? undefined : eq(instalments.proposalId, proposalId),
  );
}

async function rowsOf(db: Reader, filter: SQL | undefined, limit?: number) {
  const { creditProposals: proposals, instalments } = db.tables;
  const query = db
    .select({ row: instalments, proposal: proposals })
    .from(instalments)
    .innerJoin(proposals, eq(proposals.id, instalments.proposalId))
    .where(filter)
    .orderBy(desc(instalments.dueOn), desc(instalments.id));
  const found = await (limit === undefined ? query : query.limit(limit + 1));
  return found.map(({ row, proposal }) => ({ ...row, proposal }));
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
