import { createHash, timingSafeEqual } from 'node:crypto';
import type { Bank } from '#server/kernel/context';

export const WEBHOOK_PATH = '/api/asaas/webhook';

export const WEBHOOK_HEADER = 'asaas-access-token';

const PURPOSE = 'asaas-webhook';

/** ASAAS_WEBHOOK_TOKEN, or derived from the bank's first key. */
export const webhookToken = (bank: Pick<Bank, 'env' | 'keys'>): string =>
  bank.env.ASAAS_WEBHOOK_TOKEN ?? bank.keys.sign(PURPOSE, PURPOSE).mac;

/** Also accepts tokens derived from older keys. Constant time. */
export function isWebhookToken(
  { env, keys }: Pick<Bank, 'env' | 'keys'>,
  given: string | undefined,
): boolean {
  const derived = keys.signEach(PURPOSE, PURPOSE).map(({ mac }) => mac);
  const digest = digestOf(given ?? '');
  const matches = [env.ASAAS_WEBHOOK_TOKEN, ...derived].map(
    (token) => timingSafeEqual(digestOf(token ?? ''), digest) && Boolean(token),
  );
  return matches.includes(true);
}

/** Equal lengths for the constant-time comparison. */
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
