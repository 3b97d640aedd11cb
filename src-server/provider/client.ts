import { accountCalls } from './accounts.ts';
import { billCalls } from './bills.ts';
import { type Call, type CallLog, type CallOptions, makeCall, withBudget } from './call.ts';
import { chargeCalls } from './charges.ts';
import { claimCalls } from './claims.ts';
import { codeCalls } from './codes.ts';
import { customerCalls } from './customers.ts';
import { documentCalls } from './documents.ts';
import type { Outcome } from './outcome.ts';
import { pixCalls } from './pix.ts';
import { refundCalls } from './refunds.ts';
import { transferCalls } from './transfers.ts';
import { webhookCalls } from './webhooks.ts';

const TIMEOUT_MS = 10_000;
const GRACE_SECONDS = 60;
const USER_AGENT = 'ValeBank';

/** The API of one account at the provider. Each method is one call, or all pages of a list, and returns an Outcome. */
export type ProviderAccount = ReturnType<typeof accountOf>;

export type LastCall = { durationMs: number; outcome: Outcome<unknown>['kind'] } | null;

/** The bank's own account at the payment provider, and customers' accounts by their keys. Money is in cents. */
export type Provider = {
  root: ProviderAccount;
  /** The same within so many calls, as `of`. */
  rootWithin(maxCalls: number): ProviderAccount;
  /** `maxCalls`: throws CallsUsedUp instead of any more; without end if left out. */
  of(apiKey: string, maxCalls?: number): ProviderAccount;
  lastCall(): LastCall;
  /** How long a call of unknown outcome may still take effect; nothing is sent again before. */
  graceSeconds: number;
};

/** `timeoutMs` per call (10 s; files six times as long); `graceSeconds` (60) spans several calls. */
export type ProviderOptions = {
  url: string | null;
  apiKey: string;
  timeoutMs?: number;
  graceSeconds?: number;
  userAgent?: string;
  log?: CallLog;
};

const accountOf = (call: Call) => ({
  ...accountCalls(call),
  ...documentCalls(call),
  ...webhookCalls(call),
  ...pixCalls(call),
  ...claimCalls(call),
  ...codeCalls(call),
  ...chargeCalls(call),
  ...customerCalls(call),
  ...refundCalls(call),
  ...transferCalls(call),
  ...billCalls(call),
});

/** Opens the client of the Asaas API v3. Never retries, logs no key. A call inside a database transaction throws. */
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
    root: accountOf(makeCall(options, apiKey)),
    rootWithin: (maxCalls) => accountOf(withBudget(makeCall(options, apiKey), maxCalls)),
    of: (key, maxCalls) => {
      const call = makeCall(options, key);
      return accountOf(maxCalls === undefined ? call : withBudget(call, maxCalls));
    },
    lastCall: () => last,
    graceSeconds,
  };
}

export const noProvider = (): Provider => openProvider({ url: null, apiKey: '' });

/** Asaas documents its URL both with and without the version. */
function withoutVersion(url: string): string {
  const bare = withoutSlashes(url);
  return bare.endsWith('/v3') ? withoutSlashes(bare.slice(0, -'/v3'.length)) : bare;
}

function withoutSlashes(url: string): string {
  let end = url.length;
  while (url[end - 1] === '/') end -= 1;
  return url.slice(0, end);
}
