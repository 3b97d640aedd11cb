import type { Bank, DailyStep } from '#server/kernel/context';
import { logFailure } from '#server/kernel/log-failure';
import { WEBHOOK_PATH } from '#server/onboarding/webhook-token';
import { isSilent, isTooMany } from '#server/provider/outcome';
import { Stopped } from '#server/work/stopping';
import { type AnyAccount, everyAccount } from './every-account.ts';
import { newWebhook } from './webhook-events.ts';

const MAX_CONSECUTIVE_FAILURES = 3;

/**
 * Sets address and token, re-enables suspended webhooks. Failures lose nothing, since orders are polled.
 * Throws nothing but Stopped.
 */
export async function keepWebhooks(bank: Bank, isStopping: () => boolean = () => false): Promise<void> {
  await keepEach(bank, isStopping).catch((error: unknown) => {
    if (error instanceof Stopped) throw error;
    logFailure(bank.log, error, 'the webhooks could not be checked');
  });
}

async function keepEach(bank: Bank, isStopping: () => boolean): Promise<void> {
  let silent = 0;
  for await (const account of everyAccount(bank)) {
    if (isStopping()) return;
    const isAnswered = await keepWebhook(bank, account);
    // If the bank's own account fails, all would.
    if (!isAnswered && account.external === null) return;
    silent = isAnswered ? 0 : silent + 1;
    if (silent >= MAX_CONSECUTIVE_FAILURES) return;
  }
}

/** Returns whether the provider answered, also that an account has used up its quota. */
export async function keepWebhook(
  bank: Pick<Bank, 'env' | 'keys' | 'log'>,
  { external, account }: Pick<AnyAccount, 'account'> & { external: { userId: string } | null },
): Promise<boolean> {
  const of = external?.userId ?? 'root';
  const webhook = newWebhook(bank);
  const known = await account.webhooks();
  const there = known.kind === 'answered' ? known.value : [];
  // If the bank's address has changed, the old webhook is updated.
  const ours =
    there.find(({ url }) => url === webhook.url) ?? there.find(({ url }) => url.endsWith(WEBHOOK_PATH));
  if (ours && (ours.interrupted || !ours.enabled))
    // Only a warning: the provider suspends a webhook when the bank was not reachable, and nothing is lost.
    bank.log.warn(
      { of },
      'the payment provider had suspended the webhook of an account; it is enabled again',
    );
  const kept = known.kind !== 'answered' ? known : await askFor();
  if (kept.kind === 'refused' && !isTooMany(kept))
    bank.log.error(
      { of, status: kept.status, errors: kept.errors },
      'the payment provider refuses a webhook',
    );
  if (kept.kind === 'unknown')
    bank.log.warn({ of, cause: kept.cause }, 'the payment provider did not take a webhook');
  return !isSilent(kept);

  function askFor() {
    // The provider never returns the token, so it is always sent again.
    if (ours) return account.updateWebhook(ours.id, webhook);
    return account.createWebhook(webhook);
  }
}

/** Once a day; after several missed days only for the last one. */
export const webhookDailySteps: DailyStep[] = [
  { name: 'webhooks', stopsNothing: true, mayWait: () => true, run: (bank) => keepWebhooks(bank) },
];
