import { and, desc, eq, inArray, isNull, lt } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '#db/db';
import type { NotificationListInput, ReadNotificationsInput } from '#domain/auth/notification';
import { refuse } from '#domain/refusal';
import type { SignedInContext } from '#server/kernel/context';

export const notificationSchema = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  href: z.string().nullable(),
  readAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});

export const notificationPageSchema = z.object({
  notifications: z.array(notificationSchema),
  unread: z.int(),
  nextCursor: z.string().nullable(),
});
export type NotificationPage = z.output<typeof notificationPageSchema>;

export const unreadSchema = z.object({ unread: z.int() });

export async function listNotifications(
  ctx: SignedInContext,
  { limit, cursor }: NotificationListInput,
): Promise<NotificationPage> {
  const { notifications } = ctx.db.tables;
  const rows = await ctx.db
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, ctx.user.id),
        cursor === undefined ? undefined : lt(notifications.id, cursor),
      ),
    )
    .orderBy(desc(notifications.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  return {
    notifications: page.map(({ userId: _own, dedupeKey: _key, readAt, createdAt, ...notification }) => ({
      ...notification,
      readAt: readAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
    })),
    unread: await countUnread(ctx.db, ctx.user.id),
    nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}

/** Marks the named notifications, or all, as read. Refuses NOT_FOUND, and marks none, when one is not the caller's. */
export async function readNotifications(
  ctx: SignedInContext,
  { ids }: ReadNotificationsInput,
): Promise<z.output<typeof unreadSchema>> {
  const readAt = ctx.clock.now();
  const wanted = ids && [...new Set(ids)];
  await ctx.db.transaction(async (tx) => {
    const { notifications } = tx.tables;
    const own = and(
      eq(notifications.userId, ctx.user.id),
      wanted ? inArray(notifications.id, wanted) : undefined,
    );
    if (wanted) {
      const found = await tx.select({ id: notifications.id }).from(notifications).where(own);
      if (found.length < wanted.length) refuse('NOT_FOUND');
    }
    await tx
      .update(notifications)
      .set({ readAt })
      .where(and(own, isNull(notifications.readAt)));
  });
  return { unread: await countUnread(ctx.db, ctx.user.id) };
}

const countUnread = (db: Reader, userId: string): Promise<number> => {
  const { notifications } = db.tables;
  return db.$count(notifications, and(eq(notifications.userId, userId), isNull(notifications.readAt)));
};
