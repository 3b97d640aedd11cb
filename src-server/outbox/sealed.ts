import { type KeyRing, keyIdOf } from '#server/kernel/keys';
import { withoutLinks, withoutTyped } from './typed.ts';

type Body = { text: string; html: string };
/** What ties a sealed body to its message: it opens in no other. */
type Envelope = { kind: string; recipient: string };

/** A link that holds a token, or a one-time code, as `letter` writes them: what people typed stands escaped beside them. */
const SECRET = /<a href="[^"]*[?;]token=|<code>/;

/** Whether a body holds what opens something, and must not stand in the outbox in the clear. */
export const isSecret = ({ html }: Body): boolean => SECRET.test(html);

/**
 * A message whose body is encrypted by the bank's keys until it is handed over: who reads the database, or a copy of it, finds
 * neither its link nor its code. `isConfirmed`: whether its address is, so that it may say what was typed. Every letter with
 * one of them goes through here (`queueMail` refuses it otherwise).
 */
export function sealed<Message extends Body & Envelope & { subject: string }>(
  keys: KeyRing,
  message: Message,
  { isConfirmed }: { isConfirmed: boolean },
): Message {
  const shown = isConfirmed ? withoutLinks : withoutTyped;
  const body = JSON.stringify({ text: shown(message.text), html: shown(message.html) });
  const text = keys.encrypt('outbox', body, placeOf(message));
  return { ...message, subject: shown(message.subject), text, html: '' };
}

/** The body of a message as it was written, sealed or not. Throws when no key on the ring opens it. */
export function openBody(keys: KeyRing, message: Body & Envelope): Body {
  const { text, html } = message;
  if (html !== '' || keyIdOf(text) === null) return { text, html };
  return JSON.parse(keys.decrypt('outbox', text, placeOf(message))) as Body;
}

const placeOf = ({ kind, recipient }: Envelope): string => `outbox|${kind}|${recipient}`;
