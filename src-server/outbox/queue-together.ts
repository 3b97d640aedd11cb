import type { Tx } from '#db/db';
import { notificationRow } from './add-notification.ts';
import type { FactsOf, MessageKind } from './catalogue.ts';
import { whenToSendEach } from './gather.ts';
import { MAILED_EACH } from './mailed-each.ts';
import type { Receiver } from './message.ts';
import { mailRow } from './queue-mail.ts';
import { bellOf, type Delivery, mailOf, messageOf, type Sender } from './queue-message.ts';

/** A message about a received amount. The receiver's row tells whether the address is confirmed. */
export type Letter = Delivery & { sender: Sender; receivedCents: number };

/** Throws for a message with a condition that only `queueMessage` knows. */
export function letterOf<Kind extends MessageKind>(
  sender: Sender,
  kind: Kind,
  to: Receiver & { emailConfirmedAt: Date | null },
  facts: FactsOf<Kind>,
): Letter {
  const message = messageOf(sender, kind, to, facts);
  const { receivedCents, dedupe, confirmedOnly } = message;
  if (
    receivedCents === undefined ||
    dedupe !== undefined ||
    !MAILED_EACH.has(kind) ||
    confirmedOnly ||
    to.closedAt
  )
    throw new Error(`${kind}: only messages about received amounts are queued together`);
  return { kind, message, to, sender, receivedCents };
}

/** Counts the letters' e-mails; resolves to what writes them, so that other statements can be sent in between. */
export async function queueTogether(tx: Tx, letters: readonly Letter[]): Promise<() => Promise<void>> {
  const [first] = letters;
  if (!first) return async () => {};
  const mails = letters.map(({ to, receivedCents }) => ({ userId: to.id, receivedCents }));
  const times = await whenToSendEach(tx, first.sender.clock, mails);
  return async () => {
    const { notifications, outbox } = tx.tables;
    const rows = letters.flatMap((letter, place) => rowOf(letter, times[place] ?? null));
    const bells = letters.flatMap((letter) => bellOf(letter.sender, letter) ?? []);
    await Promise.all([
      tx.insertRows(notifications, bells.map(notificationRow)),
      tx.insertRows(outbox, rows),
    ]);
  };
}

function rowOf({ sender, kind, message, to }: Letter, sendAt: Date | 'never' | null) {
  if (sendAt === 'never') return [];
  const delivery: Delivery =
    sendAt === null
      ? { kind, message, to }
      : { kind: 'many_received', message: messageOf(sender, 'many_received', to, {}), to };
  const mail = mailOf(sender, delivery, sendAt);
  return mail ? [mailRow(mail, Boolean(to.emailConfirmedAt))] : [];
}
