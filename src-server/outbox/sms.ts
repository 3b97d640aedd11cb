import type { Env } from '#server/kernel/env';
import type { Carrier } from './smtp.ts';

const TIMEOUT_MS = 20_000;

/**
 * `POST {id, to, text}` with SMS_TOKEN as bearer, `to` as +55…; `id` is the same at every try. A 4xx is final, other
 * errors retry.
 */
export function openSms({ SMS_URL, SMS_TOKEN }: Pick<Env, 'SMS_URL' | 'SMS_TOKEN'>): Carrier {
  if (!SMS_URL) throw new Error('SMS_URL is not set');
  return {
    channel: 'sms',
    async send({ messageId, recipient, text }) {
      const answer = await fetch(SMS_URL, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          'content-type': 'application/json',
          ...(SMS_TOKEN && { authorization: `Bearer ${SMS_TOKEN}` }),
        },
        body: JSON.stringify({ id: messageId, to: `+55${recipient}`, text }),
      }).catch((cause: unknown) => {
        throw Object.assign(new Error('the SMS gateway cannot be reached', { cause }), {
          syscall: 'connect',
        });
      });
      await answer.body?.cancel();
      if (answer.ok) return;
      const isFinal =
        answer.status >= 400 && answer.status < 500 && ![401, 403, 408, 429].includes(answer.status);
      const reason = new Error(`the SMS gateway answered ${answer.status}`);
      throw Object.assign(reason, isFinal ? { code: 'EMESSAGE', responseCode: 550 } : { responseCode: 450 });
    },
    close: () => {},
  };
}
