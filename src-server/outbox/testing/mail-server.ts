import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** A message with its envelope, parsed by an independent library. */
export type Received = { from: string; to: string[]; raw: string; mail: Email };

export type MailServer = {
  url: string;
  port: number;
  received: Received[];
  /** Called at each RCPT TO; an answer like '450 busy' refuses. */
  onRecipient: (address: string) => string | null;
  /** Called with the complete message; an answer like '451 later' replaces 250. */
  onMessage: (mail: Received) => string | null | Promise<string | null>;
  stop(): Promise<void>;
};

const errorOf = (answer: string | null): Error | null => {
  if (answer === null) return null;
  return Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) });
};

/** `port` 0: a free one. With `user`, requires that name and the password 'secret'. */
export async function startMailServer({
  port = 0,
  user,
}: {
  port?: number;
  user?: string;
} = {}): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: user === undefined,
    allowInsecureAuth: true,
    logger: false,
    closeTimeout: 100,
    onAuth: ({ username, password }, _, callback) =>
      username === user && password === 'secret'
        ? callback(null, { user: username })
        : callback(errorOf('535 authentication failed')),
    onRcptTo: ({ address }, _, callback) => callback(errorOf(mailServer.onRecipient(address))),
    onData: async (stream, session, callback) => {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const mail = await read(Buffer.concat(chunks), session);
      mailServer.received.push(mail);
      callback(errorOf(await mailServer.onMessage(mail)));
    },
  });
  // Clients that hang up are part of the tests.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const own = (server.server.address() as AddressInfo).port;
  const mailServer: MailServer = {
    url: `smtp://${user ? `${user}:secret@` : ''}127.0.0.1:${own}`,
    port: own,
    received: [],
    onRecipient: () => null,
    onMessage: () => null,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mailServer;
}

async function read(raw: Buffer, { envelope }: SMTPServerSession): Promise<Received> {
  return {
    from: envelope.mailFrom ? envelope.mailFrom.address : '',
    to: envelope.rcptTo.map(({ address }) => address),
    raw: raw.toString('utf8'),
    mail: await PostalMime.parse(raw),
  };
}
