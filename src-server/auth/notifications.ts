import { and, desc, eq, inArray, isNull, lt } from 'drizzle-orm';
import { z } from 'zod';
import type { Reader } from '#db/db';
import type { NotificationListInput, ReadNotificationsInput } from '#domain/auth/notification';
import { MAX_COUNTED_UNREAD } from '#domain/limits';
import { refuse } from '#domain/refusal';
import { among } from '#server/kernel/any-of';
import type { SignedInContext } from '#server/kernel/context';
import { pageSchema } from '#server/kernel/keyset';
import { eachPage } from '#server/work/pages';

export const notificationSchema = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  href: z.string().nullable(),
  readAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});

export const notificationPageSchema = pageSchema({
  notifications: z.array(notificationSchema),
  unread: z.int(),
});
export type NotificationPage = z.output<typeof notificationPageSchema>;

/** `unread`: at most 100 are counted. */
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
  if (ids) await readNamed(ctx, [...new Set(ids)]);
  else await eachPage(READ_AT_ONCE, () => readSome(ctx));
  return { unread: await countUnread(ctx.db, ctx.user.id) };
}

async function readNamed(ctx: SignedInContext, ids: readonly string[]): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { notifications } = tx.tables;
    const named = and(eq(notifications.userId, ctx.user.id), among(tx, notifications.id, ids));
    const found = await tx.select({ id: notifications.id }).from(notifications).where(named);
    if (found.length < ids.length) refuse('NOT_FOUND');
    await tx
      .update(notifications)
      .set({ readAt: ctx.clock.now() })
      .where(and(named, isNull(notifications.readAt)));
  });
}

/** Rows per transaction, so that other writes run in between. */
const READ_AT_ONCE = 1_000;

async function readSome(ctx: SignedInContext): Promise<{ id: string }[]> {
  return ctx.db.transaction(async (tx) => {
    const { notifications } = tx.tables;
    const unread = tx
      .select({ id: notifications.id })
      .from(notifications)
      .where(and(eq(notifications.userId, ctx.user.id), isNull(notifications.readAt)))
      .limit(READ_AT_ONCE);
    return tx
      .update(notifications)
      .set({ readAt: ctx.clock.now() })
      .where(inArray(notifications.id, unread))
      .returning({ id: notifications.id });
  });
}

const countUnread = async (db: Reader, userId: string): Promise<number> => {
  const { notifications } = db.tables;
  const unread = await db
    .select({ id: notifications.id })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), isNull(notifications.readAt)))
    .limit(MAX_COUNTED_UNREAD);
  return unread.length;
};
