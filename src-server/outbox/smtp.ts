import type { Env } from '#server/kernel/env';

/** A repeated `messageId` tells receivers that it is the same message. */
export type MailToSend = {
  messageId: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  createdAt: Date;
};

/** Opened on first use. `send` throws what `outcomeOf` reads. */
export type Carrier = { channel: 'mail' | 'sms'; send(mail: MailToSend): Promise<void>; close(): void };

/** `unreachable`: no contact, or no permission to send. `refused`: never takes this message. `failed`: retry. */
export type Failure = 'unreachable' | 'refused' | 'failed';

const TIMEOUTS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
};

const isOwnMachine = (host: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);

/** Without TLS no password leaves this machine, and in production no mail. Certificates are always checked. */
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

/** One connection, kept for a while; messages are sent in order. Throws without SMTP_URL and MAIL_FROM. */
export async function openSmtp({
  SMTP_URL,
  MAIL_FROM,
  isProduction,
}: Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'isProduction'>): Promise<Carrier> {
  if (!SMTP_URL || !MAIL_FROM) throw new Error('SMTP_URL or MAIL_FROM is not set');
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
        // An object is one address, never parsed as a list.
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

type SmtpError = { code?: string; command?: string; syscall?: string; responseCode?: number };

/** Unknown errors are `failed`. */
export function outcomeOf(error: unknown): Failure {
  const { code = '', command = '', syscall, responseCode = 0 } = error as SmtpError;
  const isBefore = ['EHLO', 'HELO', 'STARTTLS', 'MAIL FROM'].includes(command) || syscall === 'connect';
  if (isBefore || ['EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'EPROTOCOL'].includes(code)) return 'unreachable';
  const isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE';
  return isAboutMessage && responseCode >= 500 ? 'refused' : 'failed';
}
