import type { AttemptKind } from '#domain/limits';
import { refuse } from '#domain/refusal';
import { nameOfCaller } from '#server/access/caller-line';
import { bucketOf, countInWindow } from '#server/auth/attempt-window';
import { countInTransaction } from '#server/auth/attempts';
import type { SignedInContext } from '#server/kernel/context';

/** Limits per customer, and the share of all customers in the provider's quota, for calls with the bank's own key. */
const LIMITS = {
  preview: { own: ['boletoPreview', 'boletoPreviewDay'], all: 'bankLookups' },
  activation: { own: ['activation'], all: 'bankLookups' },
  order: { own: ['bankOrder', 'bankOrderDay'], all: 'bankOrders' },
} as const satisfies Record<string, { own: readonly AttemptKind[]; all: AttemptKind }>;

type Use = keyof typeof LIMITS;

/**
 * Counts what a customer is about to cause with the bank's own key at the provider, so that nobody uses up its quota.
 * Returns the seconds until the share of all customers is free again, or null. Refuses TOO_MANY_ATTEMPTS.
 */
export function countBankCalls(ctx: SignedInContext, use: Use): Promise<number | null> {
  const { own, all } = LIMITS[use];
  return ctx.db.transaction(async (tx) => {
    for (const kind of own) await countInTransaction(tx, ctx, kind, nameOfCaller(ctx));
    // Last, since all customers share this row.
    return (await countInWindow(tx, all, bucketOf(all, 'bank'), ctx.clock.real())).waitSeconds;
  });
}

/** As `countBankCalls`, for calls that cannot do without the provider. Refuses TOO_MANY_ATTEMPTS, PROVIDER_BUSY. */
export async function mayCallBank(ctx: SignedInContext, use: Use): Promise<void> {
  const waitSeconds = await countBankCalls(ctx, use);
  if (waitSeconds !== null) refuse('PROVIDER_BUSY', { retryAfterSeconds: waitSeconds });
}
