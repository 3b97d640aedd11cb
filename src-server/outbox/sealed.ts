import { type KeyRing, keyIdOf } from '#server/kernel/keys';
import { withoutLinks, withoutTyped } from './typed.ts';

type Body = { text: string; html: string };
/** Ties a sealed body to its message. */
type Envelope = { kind: string; recipient: string };

/** A link with a token, or a one-time code, as `letter` writes them; typed text is escaped. */
const SECRET = /<a href="[^"]*[?;]token=|<code>/;

export const isSecret = ({ html }: Body): boolean => SECRET.test(html);

/**
 * Encrypts a message's body until it is sent. `isConfirmed`: the address may see typed text. `queueMail` refuses secrets
 * that are not sealed.
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

export function openBody(keys: KeyRing, message: Body & Envelope): Body {
  const { text, html } = message;
  if (html !== '' || keyIdOf(text) === null) return { text, html };
  return JSON.parse(keys.decrypt('outbox', text, placeOf(message))) as Body;
}

const placeOf = ({ kind, recipient }: Envelope): string => `outbox|${kind}|${recipient}`;
