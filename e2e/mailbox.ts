type Message = { to: string; subject: string; text: string };

/** `subject`: the beginning of the subject. */
export async function lastMessageTo(origin: string, address: string, subject = ''): Promise<Message> {
  const answer = await fetch(`${origin}/dev/mailbox`, { headers: { Accept: 'application/json' } });
  const { messages } = (await answer.json()) as { messages: Message[] };
  const message = messages.find((one) => one.to === address && one.subject.startsWith(subject));
  if (!message) throw new Error(`no message to ${address}`);
  return message;
}

export async function signatureCode(origin: string, address: string): Promise<string> {
  const { text } = await lastMessageTo(origin, address, 'Código para assinar');
  const code = text.split('\n').find((line) => /^[2-9A-HJKMNP-Z]{6}$/.test(line));
  if (!code) throw new Error(`no code in:\n${text}`);
  return code;
}

/** The link that stands alone on a line. */
export function linkIn({ text }: Message): string {
  const link = /^https?:\/\/\S+$/m.exec(text)?.[0];
  if (!link) throw new Error(`no link in:\n${text}`);
  return link;
}
