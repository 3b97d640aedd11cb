import type { Tx } from '#db/db';
import { notificationRow } from './add-notification.ts';
import type { FactsOf, MessageKind } from './catalogue.ts';
import { copyOf, formerAddresses } from './former-address.ts';
import { type Place, UNCOUNTED, whenToSendEach } from './gather.ts';
import type { Receiver } from './message.ts';
import { mailRow } from './queue-mail.ts';
import { bellOf, type Delivery, mailOf, messageOf, type Sender } from './queue-message.ts';

/** A message to one person, whose row tells whether the address is confirmed and the relationship closed. */
export type Letter = Delivery & { sender: Sender };

/** A closed customer gets none. Throws for a message with a condition that only `queueMessage` knows. */
export function letterOf<Kind extends MessageKind>(
  sender: Sender,
  kind: Kind,
  to: Receiver & { emailConfirmedAt: Date | null },
  facts: FactsOf<Kind>,
): Letter {
  const message = messageOf(sender, kind, to, facts);
  const { dedupe, confirmedOnly, adminsIfClosed } = message;
  if (dedupe !== undefined || confirmedOnly || adminsIfClosed)
    throw new Error(`${kind}: a message with a condition is not queued together with others`);
  return { kind, message, to, sender };
}

/** Counts the letters' e-mails; resolves to what writes them, so that other statements can be sent in between. */
export async function queueTogether(tx: Tx, letters: readonly Letter[]): Promise<() => Promise<void>> {
  const delivered = letters.filter(({ to }) => !to.closedAt);
  const [first] = delivered;
  if (!first) return async () => {};
  const mailed = delivered.filter(({ message }) => message.mail || message.sms !== undefined);
  const places = await whenToSendEach(
    tx,
    first.sender.clock,
    mailed.map(({ to, kind, message }) => ({
      userId: to.id,
      kind,
      isConfirmed: Boolean(to.emailConfirmedAt),
      receivedCents: message.receivedCents,
    })),
  );
  const former = await formerAddresses(
    tx,
    first.sender.clock,
    mailed.filter(({ message }) => message.mail),
  );
  return async () => {
    const { notifications, outbox } = tx.tables;
    const rows = mailed.flatMap((letter, index) =>
      [letter, ...copyOf(letter, former)].flatMap((one) => rowOf(one, places[index] ?? UNCOUNTED)),
    );
    const bells = delivered.flatMap((letter) => bellOf(letter.sender, letter) ?? []);
    await Promise.all([
      tx.insertRows(notifications, bells.map(notificationRow)),
      tx.insertRows(outbox, rows),
    ]);
  };
}

function rowOf({ sender, kind, message, to }: Letter, place: Place) {
  const delivery: Delivery =
    place.sendAt === null
      ? { kind, message, to }
      : { kind: 'many_received', message: messageOf(sender, 'many_received', to, {}), to };
  const mail = mailOf(sender, delivery, place);
  return mail ? [mailRow(mail, Boolean(to.emailConfirmedAt))] : [];
}
