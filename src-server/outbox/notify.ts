import { sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { newId } from '#server/kernel/id';
import { asTyped } from './typed.ts';

/**
 * What the bell tells one user. `kind` is a word like 'transfer_received' · `href` where in the application it leads, a
 * path ('/client/dashboard'), or null · `at` the bank's clock.
 */
export type Notification = {
  userId: string;
  kind: string;
  title: string;
  text: string;
  href: string | null;
  at: Date;
};

/** Puts a notification under a user's bell, in the commit of what it tells. */
export async function notify(tx: Tx, { at, ...notification }: Notification): Promise<void> {
  await tx
    .prepared('outbox.notify', (on, { notifications }) =>
      on.insert(notifications).values({
        id: sql.placeholder('id'),
        userId: sql.placeholder('userId'),
        kind: sql.placeholder('kind'),
        title: sql.placeholder('title'),
        text: sql.placeholder('text'),
        href: sql.placeholder('href'),
        createdAt: sql.placeholder('createdAt'),
        readAt: null,
      }),
    )
    .execute({
      id: newId(),
      ...notification,
      title: asTyped(notification.title),
      text: asTyped(notification.text),
      createdAt: at,
    });
}
