import { setTimeout as sleep } from 'node:timers/promises';
import { MAIL_RETRY } from '#domain/limits';
import { type Sending, sendDue } from './send-due.ts';
import { openSmtp } from './smtp.ts';

/** What hands the outbox to the mail server. `stop` lets the message at hand be sent and marked. */
export type Mailer = { stop(): Promise<void> };

const POLL_MS = 1000;

/**
 * Sends the outbox for as long as the process runs, asking for what is due every second; several processes share the work.
 * Without SMTP_URL nothing is sent: outside production the rows are the local mailbox, in production they wait.
 */
export function startMailer(bank: Sending, { pollMs = POLL_MS }: { pollMs?: number } = {}): Mailer {
  if (!bank.env.SMTP_URL) {
    if (bank.env.isProduction) bank.log.warn({}, 'no SMTP_URL: e-mail waits in the outbox');
    return { stop: async () => {} };
  }
  const stopping = new AbortController();
  const running = sendUntil(bank, stopping.signal, pollMs);
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}

async function sendUntil(bank: Sending, signal: AbortSignal, pollMs: number): Promise<void> {
  const smtp = await openSmtp(bank.env);
  let failuresInARow = 0;
  while (!signal.aborted) {
    const isReached = await trySendDue(bank, () => sendDue(bank, smtp, () => signal.aborted));
    failuresInARow = isReached ? 0 : failuresInARow + 1;
    const pauseMs = Math.min(pollMs * 2 ** failuresInARow, MAIL_RETRY.maxPauseSeconds * 1000);
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
  }
  smtp.close();
}

/** Whether the mail server could be reached; a database that fails for a while must not end the mailer. */
async function trySendDue(bank: Sending, send: () => ReturnType<typeof sendDue>): Promise<boolean> {
  try {
    return (await send()) === 'done';
  } catch (error) {
    bank.log.error({ err: error }, 'the outbox could not be sent');
    return false;
  }
}
