import { setTimeout as sleep } from 'node:timers/promises';
import { MAIL_RETRY } from '#domain/limits';
import { logFailure } from '#server/kernel/log-failure';
import { type Sending, sendDue } from './send-due.ts';
import { openSms } from './sms.ts';
import { type Carrier, openSmtp } from './smtp.ts';

/** What hands the outbox to the mail server. `stop` lets the message at hand be sent and marked. */
export type Mailer = { stop(): Promise<void> };

const POLL_MS = 1000;

/**
 * Sends the outbox for as long as the process runs, asking for what is due every second; several processes share the work.
 * Without SMTP_URL nothing is sent: outside production the rows are the local mailbox, in production they wait.
 */
export function startMailer(bank: Sending, { pollMs = POLL_MS }: { pollMs?: number } = {}): Mailer {
  return startCarrier(bank, { setting: 'SMTP_URL', open: () => openSmtp(bank.env), pollMs });
}

/** The same of SMS, by SMS_URL. */
export function startTexter(bank: Sending, { pollMs = POLL_MS }: { pollMs?: number } = {}): Mailer {
  return startCarrier(bank, { setting: 'SMS_URL', open: async () => openSms(bank.env), pollMs });
}

type Start = { setting: 'SMTP_URL' | 'SMS_URL'; open: () => Promise<Carrier>; pollMs: number };

function startCarrier(bank: Sending, { setting, open, pollMs }: Start): Mailer {
  if (!bank.env[setting]) {
    if (!bank.env.servesDev) bank.log.warn({}, `no ${setting}: its messages wait in the outbox`);
    return { stop: async () => {} };
  }
  const stopping = new AbortController();
  const running = sendUntil(bank, open, stopping.signal, pollMs);
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}

async function sendUntil(
  bank: Sending,
  open: Start['open'],
  signal: AbortSignal,
  pollMs: number,
): Promise<void> {
  const carrier = await open();
  let failuresInARow = 0;
  while (!signal.aborted) {
    const isReached = await trySendDue(bank, () => sendDue(bank, carrier, () => signal.aborted));
    failuresInARow = isReached ? 0 : failuresInARow + 1;
    const pauseMs = Math.min(pollMs * 2 ** failuresInARow, MAIL_RETRY.maxPauseSeconds * 1000);
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
  }
  carrier.close();
}

/** Whether the mail server could be reached; a database that fails for a while must not end the mailer. */
async function trySendDue(bank: Sending, send: () => ReturnType<typeof sendDue>): Promise<boolean> {
  try {
    return (await send()) === 'done';
  } catch (error) {
    logFailure(bank.log, error, 'the outbox could not be sent');
    return false;
  }
}
