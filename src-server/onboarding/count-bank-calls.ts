import { type AttemptKind, BANK_CALLS_FEW } from '#domain/limits';
import { refuse } from '#domain/refusal';
import { nameOfCaller } from '#server/access/caller-line';
import { countInWindow } from '#server/auth/attempt-window';
import { refuseIfWaiting } from '#server/auth/attempts';
import type { SignedInContext } from '#server/kernel/context';

/**
 * Limits per customer, the longest last, and the share of all customers in the provider's quota, for calls with the bank's own
 * key. `often`: the part of that share for customers who have made many.
 */
const LIMITS = {
  preview: {
    own: ['boletoPreview', 'boletoPreviewDay'],
    often: 'bankLookupsOften',
    all: 'bankLookups',
  },
  activation: { own: ['activation'], often: 'bankLookupsOften', all: 'bankLookups' },
  order: { own: ['bankOrder', 'bankOrderDay'], often: 'bankOrdersOften', all: 'bankOrders' },
} as const satisfies Record<string, { own: readonly AttemptKind[]; often: AttemptKind; all: AttemptKind }>;

type Use = keyof typeof LIMITS;

/**
 * Counts what a customer is about to cause with the bank's own key at the provider, so that nobody uses up its quota, and a few
 * customers not the share of all. Returns the seconds until a share is free again, or null. Refuses TOO_MANY_ATTEMPTS.
 */
export function countBankCalls(ctx: SignedInContext, use: Use): Promise<number | null> {
  const { own, often, all } = LIMITS[use];
  const now = ctx.clock.real();
  return ctx.db.transaction(async (tx) => {
    let made = 0;
    for (const kind of own) {
      const { count, waitSeconds } = await countInWindow(tx, kind, nameOfCaller(ctx), now);
      refuseIfWaiting(waitSeconds);
      made = count;
    }
    // Last, since all customers share these rows.
    for (const kind of made > BANK_CALLS_FEW ? [often, all] : [all]) {
      const { waitSeconds } = await countInWindow(tx, kind, 'bank', now);
      if (waitSeconds !== null) return waitSeconds;
    }
    return null;
  });
}

/** As `countBankCalls`, for calls that cannot do without the provider. Refuses TOO_MANY_ATTEMPTS, PROVIDER_BUSY. */
export async function mayCallBank(ctx: SignedInContext, use: Use): Promise<void> {
  const waitSeconds = await countBankCalls(ctx, use);
  if (waitSeconds !== null) refuse('PROVIDER_BUSY', { retryAfterSeconds: waitSeconds });
}
