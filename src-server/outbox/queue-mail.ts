import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { newId } from '#server/kernel/id';
import { isSecret } from './sealed.ts';
import { isMarked, withoutLinks, withoutTyped } from './typed.ts';
import { FIRST_OF_REST } from './urgency.ts';

/** `text` and `html` say the same; `at`: the bank's clock. An SMS has a telephone's digits and no HTML. */
export type Message = {
  channel?: 'mail' | 'sms';
  kind: string;
  /** 0 first (urgency.ts); absent: with the rest. */
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
  const mayNeedConfirmation = isMarked(message.subject + message.text);
  const row = mailRow(message, mayNeedConfirmation && (await isConfirmed(tx, message.recipient)));
  await tx.insertRows(tx.tables.outbox, [row]);
}

/** `isConfirmed`: the recipient has confirmed the address. */
export function mailRow(message: Message, isConfirmed: boolean): Tx['tables']['outbox']['$inferSelect'] {
  const { channel = 'mail', urgency = FIRST_OF_REST, kind, recipient, subject, text, html, at } = message;
  if (recipient.search(CONTROL) !== -1)
    throw new Error(`${kind}: the recipient contains a control character`);
  if (isSecret({ text, html }))
    throw new Error(`${kind}: a message with a link or a code must be sealed first`);
  const shown = isMarked(subject + text) && !isConfirmed ? withoutTyped : withoutLinks;
  return {
    id: newId(),
    channel,
    kind,
    urgency,
    recipient,
    subject: shown(subject).replace(CONTROL, ' '),
    text: shown(text),
    html: shown(html),
    createdAt: at,
    attempts: 0,
    sentAt: null,
    lastError: null,
    nextAttemptAt: message.notBefore ?? null,
  };
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
