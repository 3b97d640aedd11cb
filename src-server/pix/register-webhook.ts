import type { Bank } from '#server/context';
import { newWebhook } from './webhook-events.ts';

/**
 * Has the provider tell the bank about its own account there: bank slips, and money moved to and from customers' accounts.
 * Asked for once per address; customers' accounts are made with theirs. Without a provider, or without its answer, nothing
 * is lost: orders are looked up.
 */
export async function registerWebhook(bank: Pick<Bank, 'env' | 'keys' | 'provider' | 'log'>): Promise<void> {
  const { root } = bank.provider;
  const webhook = newWebhook(bank);
  const known = await root.webhooks();
  if (known.kind === 'unreached') return;
  if (known.kind === 'answered' && known.value.some(({ url }) => url === webhook.url)) return;
  const made =
    known.kind === 'answered'
      ? await root.createWebhook({ ...webhook, email: bank.env.SUPPORT_EMAIL })
      : known;
  if (made.kind !== 'answered')
    bank.log.warn(
      { outcome: made.kind },
      'the payment provider did not take the webhook of the root account',
    );
}
