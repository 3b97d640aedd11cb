import { MAIL_RETRY } from '#domain/limits';
import { logFailure } from '#server/kernel/log-failure';
import { type Loop, startLoop } from '#server/work/loop';
import { type Sending, sendDue } from './send-due.ts';
import { openSms } from './sms.ts';
import { type Carrier, openSmtp } from './smtp.ts';

const POLL_MS = 1000;

/** Without SMTP_URL nothing is sent: the rows are the local mailbox, or wait in production. */
export function startMailer(bank: Sending, { pollMs = POLL_MS }: { pollMs?: number } = {}): Loop {
  return startCarrier(bank, { setting: 'SMTP_URL', open: () => openSmtp(bank.env), pollMs });
}

export function startTexter(bank: Sending, { pollMs = POLL_MS }: { pollMs?: number } = {}): Loop {
  return startCarrier(bank, { setting: 'SMS_URL', open: async () => openSms(bank.env), pollMs });
}

type Start = { setting: 'SMTP_URL' | 'SMS_URL'; open: () => Promise<Carrier>; pollMs: number };

function startCarrier(bank: Sending, { setting, open, pollMs }: Start): Loop {
  if (!bank.env[setting]) {
    if (!bank.env.servesDev) bank.log.warn({}, `no ${setting}: its messages wait in the outbox`);
    return { stop: async () => {} };
  }
  let carrier: Carrier | undefined;
  const { stop } = startLoop(
    async (isStopping) => {
      carrier ??= await open();
      return (await sendDue(bank, carrier, isStopping)) === 'done' ? 'rest' : 'failed';
    },
    { everyMs: pollMs, maxPauseMs: MAIL_RETRY.maxPauseSeconds * 1000 },
    (error) => logFailure(bank.log, error, 'the outbox could not be sent'),
  );
  return { stop: () => stop().finally(() => carrier?.close()) };
}
