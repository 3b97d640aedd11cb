import { and, asc, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import type { Bank } from '#server/kernel/context';
import { readSetting } from '#server/settings/read';
import { addNotification, type Notification } from './add-notification.ts';
import { CATALOGUE, type FactsOf, type MessageKind } from './catalogue.ts';
import { copyOf, formerAddresses } from './former-address.ts';
import { type Place, UNCOUNTED, whenToSendEach } from './gather.ts';
import { letter } from './letter.ts';
import type { About, Message, Receiver } from './message.ts';
import { type Message as Mail, queueMail } from './queue-mail.ts';
import { isSecret, sealed } from './sealed.ts';
import { greeting } from './typed.ts';
import { urgencyOf } from './urgency.ts';

export type Sender = Pick<Bank, 'env' | 'keys' | 'clock'>;
type OneKind = (facts: unknown, about: About) => Message;

/** Once per dedupe key. For a closed customer, administrators are notified, or nobody. */
export async function queueMessage<Kind extends MessageKind>(
  tx: Tx,
  sender: Sender,
  kind: Kind,
  to: Receiver,
  facts: FactsOf<Kind>,
): Promise<void> {
  const message = messageOf(sender, kind, to, facts);
  if (!to.closedAt) return deliver(tx, sender, { kind, message, to });
  if (!message.adminsIfClosed) return;
  const { fullName, username = '' } = to;
  const text = message.bell?.text ?? '';
  await queueForAdmins(tx, sender, 'closed_customer', { fullName, username, title: message.title, text });
}

/** Queues a message for every active administrator, or for nobody while its setting is off. */
export async function queueForAdmins<Kind extends MessageKind>(
  tx: Tx,
  sender: Sender,
  kind: Kind,
  facts: FactsOf<Kind>,
): Promise<void> {
  const { users } = tx.tables;
  // Not a parameter, so that the partial index is used.
  const isAdmin = and(sql`${users.role} = 'admin'`, eq(users.isActive, true));
  const administrators = await tx.select().from(users).where(isAdmin).orderBy(asc(users.id));
  for (const to of administrators) {
    const message = messageOf(sender, kind, to, facts);
    const { admins = 'always' } = message;
    if (admins !== 'always' && !(await readSetting(tx, admins))) return;
    await deliver(tx, sender, { kind, message, to });
  }
}

export async function receiverOf(tx: Tx, userId: string): Promise<Receiver> {
  const [user] = await tx
    .prepared('outbox.receiver', (on, { users }) =>
      on
        .select()
        .from(users)
        .where(eq(users.id, sql.placeholder('userId'))),
    )
    .execute({ userId });
  if (!user) throw new Error(`queueMessage: user ${userId} not found`);
  return user;
}

export function messageOf<Kind extends MessageKind>(
  { env, clock }: Sender,
  kind: Kind,
  to: Receiver,
  facts: FactsOf<Kind>,
): Message {
  return (CATALOGUE[kind] as OneKind)(facts, { env, to, at: clock.now() });
}

/** The key by which a notification is stored once for each receiver. */
export const dedupeKeyOf = (kind: MessageKind, dedupe: string, receiverId: string): string =>
  `${kind}:${dedupe}:${receiverId}`;

export type Delivery = { kind: MessageKind; message: Message; to: Receiver };

async function deliver(tx: Tx, sender: Sender, { kind, message, to }: Delivery): Promise<void> {
  const bell = bellOf(sender, { kind, message, to });
  if (bell && !(await addNotification(tx, bell))) return;
  if (message.confirmedOnly && !to.emailConfirmedAt) return;
  const isConfirmed = Boolean(to.emailConfirmedAt);
  const mails = message.mail
    ? [{ userId: to.id, kind, isConfirmed, receivedCents: message.receivedCents }]
    : [];
  const [place = UNCOUNTED] = await whenToSendEach(tx, sender.clock, mails);
  if (place.sendAt === 'never') return;
  if (place.sendAt) {
    const gathered = messageOf(sender, 'many_received', to, {});
    return sendMail(tx, sender, { kind: 'many_received', message: gathered, to }, place);
  }
  await sendMail(tx, sender, { kind, message, to }, place);
  const former = message.mail ? await formerAddresses(tx, sender.clock, [{ kind, to }]) : new Map();
  for (const copy of copyOf({ kind, message, to }, former)) await sendMail(tx, sender, copy, place);
}

/** The notification of a message, null if it has none. */
export function bellOf({ clock }: Sender, { kind, message, to }: Delivery): Notification | null {
  const { title, place, bell, dedupe } = message;
  if (!bell) return null;
  return {
    userId: to.id,
    kind: bell.kind ?? message.kind ?? kind,
    title: bell.title ?? title,
    text: bell.text,
    href: place,
    at: clock.now(),
    dedupeKey: dedupe === undefined ? null : dedupeKeyOf(kind, dedupe, to.id),
  };
}

async function sendMail(tx: Tx, sender: Sender, delivery: Delivery, place: Place): Promise<void> {
  const mail = mailOf(sender, delivery, place);
  if (mail) await queueMail(tx, mail);
}

/** The e-mail or SMS of a message, null if it has none, or never is sent. */
export function mailOf(
  { env, keys, clock }: Sender,
  { kind, message, to }: Delivery,
  { sendAt, turn }: Place,
): Mail | null {
  if (sendAt === 'never') return null;
  const { title, place, mail, sms } = message;
  const body =
    sms === undefined ? mail && bodyOf(mail, to, env, mail.place ?? place) : { text: sms, html: '' };
  if (!body) return null;
  const written = {
    channel: sms === undefined ? ('mail' as const) : ('sms' as const),
    kind: message.kind ?? kind,
    recipient: to.email,
    subject: mail?.subject ?? title,
    ...body,
  };
  const isSealed = sms !== undefined || isSecret(body);
  const kept = isSealed ? sealed(keys, written, { isConfirmed: Boolean(to.emailConfirmedAt) }) : written;
  return { ...kept, urgency: urgencyOf(kind, to, turn), at: clock.now(), notBefore: sendAt };
}

function bodyOf(
  { isImpersonal, paragraphs, link, code, closing = [] }: NonNullable<Message['mail']>,
  { fullName }: Receiver,
  { APP_ORIGIN }: About['env'],
  place: string | null,
): { text: string; html: string } {
  const hello = isImpersonal ? 'Olá.' : greeting(fullName);
  return letter([hello, ...paragraphs], {
    ...(code !== undefined && { code }),
    ...(link !== undefined && { action: { label: link, url: `${APP_ORIGIN}${place ?? ''}` } }),
    closing,
  });
}
