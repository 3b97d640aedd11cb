import { accountCalls } from './accounts.ts';
import { billCalls } from './bills.ts';
import { type CallLog, type CallOptions, makeCall } from './call.ts';
import { documentCalls } from './documents.ts';
import type { Outcome } from './outcome.ts';
import { pixCalls } from './pix.ts';
import { transferCalls } from './transfers.ts';
import { webhookCalls } from './webhooks.ts';

const TIMEOUT_MS = 10_000;
const GRACE_SECONDS = 60;
const USER_AGENT = 'ValeBank';

/** The provider as one account there may use it; every method is one call, or the pages of one list, and answers an Outcome. */
export type ProviderAccount = ReturnType<typeof accountOf>;

/** How the last call went; null before the first one. */
export type LastCall = { durationMs: number; outcome: Outcome<unknown>['kind'] } | null;

/** The payment provider: the bank's own account there, and customers' by their keys. Money is in integer cents. */
export type Provider = {
  root: ProviderAccount;
  of(apiKey: string): ProviderAccount;
  lastCall(): LastCall;
  /** After a call of unknown outcome, so long it may still take effect there: until then nothing is sent again. */
  graceSeconds: number;
};

/**
 * Where the provider is, and the bank's own key there. `timeoutMs` of one call (10 s; of a file six times as long), its answer included; `graceSeconds`
 * (a minute) is many of them.
 */
export type ProviderOptions = {
  url: string | null;
  apiKey: string;
  timeoutMs?: number;
  graceSeconds?: number;
  userAgent?: string;
  log?: CallLog;
};

const accountOf = (options: CallOptions, apiKey: string) => {
  const call = makeCall(options, apiKey);
  return {
    ...accountCalls(call),
    ...documentCalls(call),
    ...webhookCalls(call),
    ...pixCalls(call),
    ...transferCalls(call),
    ...billCalls(call),
  };
};

/**
 * Opens the client of the provider's API v3 (Asaas). Nothing is sent twice, no redirect is followed, and no key is ever
 * written to the log. Throws when a call is made inside a database transaction.
 */
export function openProvider({
  url,
  apiKey,
  timeoutMs = TIMEOUT_MS,
  graceSeconds = GRACE_SECONDS,
  userAgent = USER_AGENT,
  log,
}: ProviderOptions): Provider {
  let last: LastCall = null;
  const options: CallOptions = {
    url: url === null ? null : withoutVersion(url),
    timeoutMs,
    userAgent,
    log: log ?? null,
    onEnd: (call) => {
      last = call;
    },
  };
  return {
    root: accountOf(options, apiKey),
    of: (key) => accountOf(options, key),
    lastCall: () => last,
    graceSeconds,
  };
}

/** The provider that cannot be reached: nothing is configured. */
export const noProvider = (): Provider => openProvider({ url: null, apiKey: '' });

/** The provider's documents name its address with the version, and without. */
function withoutVersion(url: string): string {
  const bare = withoutSlashes(url);
  return bare.endsWith('/v3') ? withoutSlashes(bare.slice(0, -'/v3'.length)) : bare;
}

function withoutSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}
