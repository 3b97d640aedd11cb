type Message = { to: string; subject: string; text: string };

/** The newest message to an address, as the local mailbox has it. */
export async function lastMessageTo(origin: string, address: string): Promise<Message> {
  const answer = await fetch(`${origin}/dev/mailbox`, { headers: { Accept: 'application/json' } });
  const { messages } = (await answer.json()) as { messages: Message[] };
  const message = messages.find(({ to }) => to === address);
  if (!message) throw new Error(`nothing was sent to ${address}`);
  return message;
}

/** The link that stands alone on a line of the message. */
export function linkIn({ text }: Message): string {
  const link = /^https?:\/\/\S+$/m.exec(text)?.[0];
  if (!link) throw new Error(`no link in:\n${text}`);
  return link;
}
