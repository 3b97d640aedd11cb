import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { newId } from '#server/kernel/id';
import { isSecret } from './sealed.ts';
import { isMarked, withoutLinks, withoutTyped } from './typed.ts';

/**
 * A message to one address, `text` and `html` saying the same; `at` is the bank's clock. An SMS goes to a telephone's digits and
 * has no HTML.
 */
export type Message = {
  channel?: 'mail' | 'sms';
  kind: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  at: Date;
  /** Not to be sent before, in real time. */
  notBefore?: Date | null;
};

/** What would end a header of the message early: names of people stand in subjects. */
const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;

/**
 * Puts a message in the outbox, in the commit of what it tells: it is sent if, and only if, that happened. One with a link that
 * opens something, or a code, comes `sealed`; in the clear it throws. Of what was typed no address becomes a link, and to an
 * e-mail that nobody has confirmed it is left out.
 */
export async function queueMail(tx: Tx, message: Message): Promise<void> {
  const { channel = 'mail', kind, recipient, subject, text, html, at, notBefore = null } = message;
  if (recipient.search(CONTROL) !== -1) throw new Error('an address holds a control character');
  if (isSecret({ text, html })) throw new Error(`a message with a link or a code is sealed first: ${kind}`);
  const isLeftOut = isMarked(subject + text) && !(await isConfirmed(tx, recipient));
  const shown = isLeftOut ? withoutTyped : withoutLinks;
  await tx
    // A query of its own for what waits: a placeholder for a moment takes no null.
    .prepared(notBefore ? 'outbox.queueLater' : 'outbox.queue', (on, { outbox }) =>
      on.insert(outbox).values({
        id: sql.placeholder('id'),
        channel: sql.placeholder('channel'),
        kind: sql.placeholder('kind'),
        recipient: sql.placeholder('recipient'),
        subject: sql.placeholder('subject'),
        text: sql.placeholder('text'),
        html: sql.placeholder('html'),
        createdAt: sql.placeholder('createdAt'),
        sentAt: null,
        attempts: 0,
        nextAttemptAt: notBefore && sql.placeholder('notBefore'),
        lastError: null,
      }),
    )
    .execute({
      id: newId(),
      channel,
      kind,
      recipient,
      subject: shown(subject).replace(CONTROL, ' '),
      text: shown(text),
      html: shown(html),
      createdAt: at,
      ...(notBefore && { notBefore }),
    });
}

/** Whether the address is a user's who has confirmed it. */
async function isConfirmed(tx: Tx, recipient: string): Promise<boolean> {
  const [user] = await tx
    .prepared('outbox.confirmed', (on, { users }) =>
      on
        .select({ at: users.emailConfirmedAt })
        .from(users)
        .where(eq(users.email, sql.placeholder('recipient'))),
    )
    .execute({ recipient });
  return Boolean(user?.at);
}
