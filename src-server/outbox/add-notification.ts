import type { Tx } from '#db/db';
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

type Row = Tx['tables']['notifications']['$inferSelect'];

export const notificationRow = ({ at, dedupeKey = null, ...notification }: Notification): Row => ({
  id: newId(),
  ...notification,
  title: asTyped(notification.title),
  text: asTyped(notification.text),
  dedupeKey,
  readAt: null,
  createdAt: at,
});

/** False if a notification with this `dedupeKey` exists. */
export async function addNotification(tx: Tx, notification: Notification): Promise<boolean> {
  const added = await tx.insertRows(tx.tables.notifications, [notificationRow(notification)], {
    conflict: 'on conflict do nothing',
    returning: ['id'],
  });
  return added.length > 0;
}
