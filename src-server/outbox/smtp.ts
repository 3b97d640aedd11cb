import type { Env } from '#server/kernel/env';

/** A message as the mail server gets it. The same `messageId` twice is the same message twice. */
export type MailToSend = {
  messageId: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  createdAt: Date;
};

/** A way to hand messages over, opened when it is first needed. `send` throws what `outcomeOf` reads. */
export type Carrier = { channel: 'mail' | 'sms'; send(mail: MailToSend): Promise<void>; close(): void };

/**
 * What became of a message that was not sent. `unreachable`: the server was not spoken to, or it does not let this bank
 * send at all, whatever the message · `refused`: it will never take this message · `failed`: perhaps later; whether it
 * has it may be unknown.
 */
export type Failure = 'unreachable' | 'refused' | 'failed';

const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
};

const isOwnMachine = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);

/**
 * What SMTP_URL says: `smtps://` speaks TLS from the start, `smtp://` turns to it when the server offers it. A password
 * never leaves this machine without TLS, and in production no letter does; to this machine itself nothing is encrypted.
 * Certificates are always checked.
 */
export function smtpOptions(url: string, { isProduction }: Pick<Env, 'isProduction'>) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const secure = protocol === 'smtps:';
  return {
    host,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    ignoreTLS: !secure && isOwnMachine(host),
    requireTLS: !secure && (isProduction || username !== '') && !isOwnMachine(host),
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    ...TIMEOUTS,
  };
}

/** One connection that is kept for a while: messages follow one another, in order. Throws without SMTP_URL and MAIL_FROM. */
export async function openSmtp({
  SMTP_URL,
  MAIL_FROM,
  isProduction,
}: Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'isProduction'>): Promise<Carrier> {
  if (!SMTP_URL || !MAIL_FROM) throw new Error('no mail server is configured');
  // Loaded only here: a bank without a mail server starts without it.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    ...smtpOptions(SMTP_URL, { isProduction }),
    pool: true,
    maxConnections: 1,
    maxRequeues: 0,
    idleTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    channel: 'mail',
    async send({ messageId, recipient, subject, text, html, createdAt }) {
      await transport.sendMail({
        messageId,
        from: MAIL_FROM,
        // As an object it is one address, never read as a list of several.
        to: { name: '', address: recipient },
        subject,
        text,
        html,
        date: createdAt,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    close: () => transport.close(),
  };
}

/** As far as nodemailer says why: its code, the command it was at, the system's call, the server's answer. */
type SmtpError = { code?: string; command?: string; syscall?: string; responseCode?: number };

/** Reads why a message was not sent. What nobody knows is `failed`. */
export function outcomeOf(error: unknown): Failure {
  const { code = '', command = '', syscall, responseCode = 0 } = error as SmtpError;
  const isBefore = ['EHLO', 'HELO', 'STARTTLS', 'MAIL FROM'].includes(command) || syscall === 'connect';
  if (isBefore || ['EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'EPROTOCOL'].includes(code)) return 'unreachable';
  const isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE';
  return isAboutMessage && responseCode >= 500 ? 'refused' : 'failed';
}
