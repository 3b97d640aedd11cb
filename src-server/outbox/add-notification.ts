import type { Tx } from '#db/db';
import { placeholdersOf } from '#db/placeholders';
import { newId } from '#server/kernel/id';
import { asTyped } from './typed.ts';

/** `href`: a screen's path, or null. `at`: the bank's clock. `dedupeKey`: stored once per key. */
export type Notification = {
  userId: string;
  kind: string;
  title: string;
  text: string;
  href: string | null;
  at: Date;
  dedupeKey?: string | null;
};

/** False if a notification with this `dedupeKey` exists. */
export async function addNotification(
  tx: Tx,
  { at, dedupeKey = null, ...notification }: Notification,
): Promise<boolean> {
  const added = await tx
    .prepared('outbox.addNotification', (on, { notifications }) =>
      on
        .insert(notifications)
        .values({ ...placeholdersOf(notifications), readAt: null })
        .onConflictDoNothing()
        .returning({ id: notifications.id }),
    )
    .execute({
      id: newId(),
      ...notification,
      title: asTyped(notification.title),
      text: asTyped(notification.text),
      dedupeKey,
      createdAt: at,
    });
  return added.length > 0;
}
