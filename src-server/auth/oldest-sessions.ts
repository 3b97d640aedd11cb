import { and, desc, eq, ne } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { MAX_OPEN_SESSIONS } from '#domain/limits';
import { type AuditContext, record } from '#server/audit/record';
import { among } from '#server/kernel/any-of';
import type { Actor } from '#server/kernel/context';

/** Rows read per sign-in; the next sign-ins end the rest. */
const MOST_ENDED_AT_ONCE = 100;

/** Ends sessions beyond the newest MAX_OPEN_SESSIONS; `opened`: public id of the new one. */
export async function endOldestSessions(
  tx: Tx,
  ctx: AuditContext & { user: Actor },
  { opened }: { opened: string },
): Promise<void> {
  const { sessions } = tx.tables;
  const surplus = await tx
    .select({ id: sessions.id, publicId: sessions.publicId })
    .from(sessions)
    .where(and(eq(sessions.userId, ctx.user.id), ne(sessions.publicId, opened)))
    .orderBy(desc(sessions.createdAt), desc(sessions.publicId))
    .limit(MOST_ENDED_AT_ONCE)
    .offset(MAX_OPEN_SESSIONS - 1);
  if (surplus.length === 0) return;
  const ids = surplus.map(({ id }) => id);
  const ended = await tx
    .delete(sessions)
    .where(among(tx, sessions.id, ids))
    .returning({ publicId: sessions.publicId });
  for (const { publicId } of ended)
    await record(tx, ctx, {
      action: 'end_session',
      entityId: publicId,
      changes: { reason: `Mais de ${MAX_OPEN_SESSIONS} sessões abertas` },
    });
}
