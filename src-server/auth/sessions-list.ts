import { and, desc, eq, gt } from 'drizzle-orm';
import { z } from 'zod';
import { deviceInWords } from '#domain/auth/device-words';
import type { SessionContext } from '#server/kernel/context';

/** Moments are real time. */
export const sessionSchema = z.object({
  id: z.string(),
  device: z.string(),
  ip: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  current: z.boolean(),
});

export async function listSessions(ctx: SessionContext): Promise<z.output<typeof sessionSchema>[]> {
  const now = ctx.clock.real();
  const { sessions } = ctx.db.tables;
  const open = and(
    eq(sessions.userId, ctx.user.id),
    gt(sessions.expiresAt, now),
    gt(sessions.absoluteExpiresAt, now),
  );
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(open)
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.publicId));
  return rows.map((row) => ({
    id: row.publicId,
    device: deviceInWords(row.userAgent),
    ip: row.ip,
    createdAt: row.createdAt.toISOString(),
    // The use by this request may not be written yet.
    lastSeenAt: (row.id === ctx.session.id ? now : row.lastSeenAt).toISOString(),
    current: row.id === ctx.session.id,
  }));
}
