import { sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { newId } from '#server/id';
import { isSecret } from './sealed.ts';

/** A message to one address, `text` and `html` saying the same; `at` is the bank's clock. */
export type Message = {
  kind: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  at: Date;
};

/** What would end a header of the message early: names of people stand in subjects. */
const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;

/**
 * Puts a message in the outbox, in the commit of what it tells: it is sent if, and only if, that happened. One with a link that
 * opens something, or a code, comes `sealed`; in the clear it throws.
 */
export async function tell(tx: Tx, { kind, recipient, subject, text, html, at }: Message): Promise<void> {
  if (recipient.search(CONTROL) !== -1) throw new Error('an address holds a control character');
  if (isSecret({ text, html })) throw new Error(`a message with a link or a code is sealed first: ${kind}`);
  await tx
    .prepared('outbox.tell', (on, { outbox }) =>
      on
        .insert(outbox)
        .values({
          id: sql.placeholder('id'),
          kind: sql.placeholder('kind'),
          recipient: sql.placeholder('recipient'),
          subject: sql.placeholder('subject'),
          text: sql.placeholder('text'),
          html: sql.placeholder('html'),
          createdAt: sql.placeholder('createdAt'),
          sentAt: null,
          attempts: 0,
          nextAttemptAt: null,
          lastError: null,
        })
        .prepare('outbox_tell'),
    )
    .execute({
      id: newId(),
      kind,
      recipient,
      subject: subject.replace(CONTROL, ' '),
      text,
      html,
      createdAt: at,
    });
}
