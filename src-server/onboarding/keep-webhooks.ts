import type { Bank, DailyStep } from '#server/kernel/context';
import { logFailure } from '#server/kernel/log-failure';
import { WEBHOOK_PATH } from '#server/onboarding/webhook-token';
import { type AnyAccount, everyAccount } from './every-account.ts';
import { newWebhook } from './webhook-events.ts';

/** After so many accounts in a row that the provider did not answer for, the others are not asked about. */
const PATIENCE = 3;

/**
 * Has the provider tell the bank about its own account there (bank slips, money moved to and from customers' accounts) and
 * about every customer's: at the address and with the token that hold now, and again where it had stopped, because nobody
 * took what it told. Without a provider, or without its answer, nothing is lost: orders are looked up, and the daily run
 * finds what came in. Never throws.
 */
export async function keepWebhooks(bank: Bank, isStopping: () => boolean = () => false): Promise<void> {
  await keepEach(bank, isStopping).catch((error: unknown) => {
    logFailure(bank.log, error, 'webhooks could not be looked after');
  });
}

async function keepEach(bank: Bank, isStopping: () => boolean): Promise<void> {
  let silent = 0;
  for await (const account of everyAccount(bank)) {
    if (isStopping()) return;
    const isAnswered = await keepWebhook(bank, account);
    // What does not answer for the bank's own account does for none.
    if (!isAnswered && account.external === null) return;
    silent = isAnswered ? 0 : silent + 1;
    if (silent >= PATIENCE) return;
  }
}

/** The same for one account. Answers whether the provider answered. */
export async function keepWebhook(
  bank: Pick<Bank, 'env' | 'keys' | 'log'>,
  { external, account }: Pick<AnyAccount, 'account'> & { external: { userId: string } | null },
): Promise<boolean> {
  const of = external?.userId ?? 'root';
  const webhook = newWebhook(bank);
  const known = await account.webhooks();
  const there = known.kind === 'answered' ? known.value : [];
  // The bank may have moved: then what the provider tells at the old address it tells at the new one.
  const ours =
    there.find(({ url }) => url === webhook.url) ?? there.find(({ url }) => url.endsWith(WEBHOOK_PATH));
  if (ours && (ours.interrupted || !ours.enabled))
    bank.log.error({ of }, 'the payment provider had stopped telling of an account, and is set going again');
  const kept = known.kind !== 'answered' ? known : await askFor();
  if (kept.kind === 'refused')
    bank.log.error(
      { of, status: kept.status, errors: kept.errors },
      'the payment provider refuses a webhook',
    );
  if (kept.kind === 'unknown')
    bank.log.warn({ of, cause: kept.cause }, 'the payment provider did not take a webhook');
  return kept.kind === 'answered' || kept.kind === 'refused';

  function askFor() {
    // The token is never told again: only by giving it once more is it known to be the one that holds.
    if (ours) return account.updateWebhook(ours.id, webhook);
    return account.createWebhook({ ...webhook, email: bank.env.SUPPORT_EMAIL });
  }
}

/** Webhooks are looked after once a day, of several days at once only the last. */
export const webhookDailySteps: DailyStep[] = [
  { name: 'webhooks', mayWait: () => true, run: (bank) => keepWebhooks(bank) },
];
