import { request as requestInClear } from 'node:http';
import { request as requestByTls } from 'node:https';
import type { Env } from '#server/kernel/env';
import type { Carrier } from './smtp.ts';

const TIMEOUT_MS = 20_000;

/**
 * `POST {id, to, text}` with SMS_TOKEN as bearer, `to` as +55…; `id` is the same at every try. A 4xx is final; whatever else is no 2xx, or
 * no answer, is tried again. `deadline`: of one try.
 */
export function openSms(
  { SMS_URL, SMS_TOKEN }: Pick<Env, 'SMS_URL' | 'SMS_TOKEN'>,
  deadline = (): AbortSignal => AbortSignal.timeout(TIMEOUT_MS),
): Carrier {
  if (!SMS_URL) throw new Error('SMS_URL is not set');
  const url = new URL(SMS_URL);
  return {
    channel: 'sms',
    async send({ messageId, recipient, text }) {
      const sms = { id: messageId, to: `+55${recipient}`, text };
      const status = await post(url, SMS_TOKEN, JSON.stringify(sms), deadline());
      if (status >= 200 && status < 300) return;
      const isFinal = status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status);
      const reason = new Error(`the SMS gateway answered ${status}`);
      throw Object.assign(reason, isFinal ? { code: 'EMESSAGE', responseCode: 550 } : { responseCode: 450 });
    },
    close: () => {},
  };
}

/**
 * The status of the answer, also of a redirection. Of `fetch` it could not be told whether a failure came before the gateway may have had the
 * message, and was sending it.
 */
function post(url: URL, token: string | undefined, body: string, signal: AbortSignal): Promise<number> {
  const isTls = url.protocol === 'https:';
  let isConnected = false;
  return new Promise((resolve, reject) => {
    const sending = (isTls ? requestByTls : requestInClear)(url, {
      method: 'POST',
      // A connection of its own: of one that was kept, neither would be known.
      agent: false,
      signal,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...(token && { authorization: `Bearer ${token}` }),
      },
    });
    sending.on('socket', (socket) => {
      socket.once(isTls ? 'secureConnect' : 'connect', () => {
        isConnected = true;
      });
    });
    sending.on('response', (answer) => {
      answer.destroy();
      resolve(answer.statusCode ?? 0);
    });
    sending.on('error', (cause) => {
      const failure = isConnected
        ? new Error('the SMS gateway did not answer', { cause })
        : Object.assign(new Error('the SMS gateway cannot be reached', { cause }), { syscall: 'connect' });
      reject(failure);
    });
    sending.end(body);
  });
}
