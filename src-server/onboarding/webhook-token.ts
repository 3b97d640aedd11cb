import { createHash, timingSafeEqual } from 'node:crypto';
import type { Bank } from '#server/kernel/context';

export const WEBHOOK_PATH = '/api/asaas/webhook';

/** The header in which the provider sends the word it was told. */
export const WEBHOOK_HEADER = 'asaas-access-token';

const PURPOSE = 'asaas-webhook';

/**
 * The token that the provider's calls to us bear: ASAAS_WEBHOOK_TOKEN, or one that follows from the bank's first key. It is
 * given to the provider with each account.
 */
export const webhookToken = (bank: Pick<Bank, 'env' | 'keys'>): string =>
  bank.env.ASAAS_WEBHOOK_TOKEN ?? bank.keys.sign(PURPOSE, PURPOSE).mac;

/**
 * Whether a call bears a token that the bank has given out: accounts made under an older key still send that key's. Takes as
 * long for every wrong one.
 */
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

/** Of one length, whatever came. */
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
