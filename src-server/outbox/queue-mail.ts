import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { placeholdersOf } from '#db/placeholders';
import { newId } from '#server/kernel/id';
import { isSecret } from './sealed.ts';
import { isMarked, withoutLinks, withoutTyped } from './typed.ts';

/** `text` and `html` say the same; `at`: the bank's clock. An SMS has a telephone's digits and no HTML. */
export type Message = {
  channel?: 'mail' | 'sms';
  kind: string;
  /** 0 (first) to 2, the default: see the schema. */
  urgency?: number;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  at: Date;
  /** Earliest send time, real time. */
  notBefore?: Date | null;
};

/** Would end a header early: subjects contain people's names. */
const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;

/**
 * Throws for a link or code that is not `sealed`. Typed text never becomes a link; unconfirmed addresses do not get it.
 */
export async function queueMail(tx: Tx, message: Message): Promise<void> {
  const {
    channel = 'mail',
    urgency = 2,
    kind,
    recipient,
    subject,
    text,
    html,
    at,
    notBefore = null,
  } = message;
  if (recipient.search(CONTROL) !== -1)
    throw new Error(`${kind}: the recipient contains a control character`);
  if (isSecret({ text, html }))
    throw new Error(`${kind}: a message with a link or a code must be sealed first`);
  const isLeftOut = isMarked(subject + text) && !(await isConfirmed(tx, recipient));
  const shown = isLeftOut ? withoutTyped : withoutLinks;
  await tx
    // Two queries: a timestamp placeholder takes no null.
    .prepared(notBefore ? 'outbox.queueLater' : 'outbox.queue', (on, { outbox }) =>
      on.insert(outbox).values({
        ...placeholdersOf(outbox),
        attempts: 0,
        sentAt: null,
        lastError: null,
        nextAttemptAt: notBefore && sql.placeholder('notBefore'),
      }),
    )
    .execute({
      id: newId(),
      channel,
      kind,
      urgency,
      recipient,
      subject: shown(subject).replace(CONTROL, ' '),
      text: shown(text),
      html: shown(html),
      createdAt: at,
      ...(notBefore && { notBefore }),
    });
}

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
