import { and, eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { type AttemptKind, BANK_CALLS_FEW } from '#domain/limits';
import { refuse } from '#domain/refusal';
import { sharerOf } from '#server/access/caller-share';
import { countInWindow } from '#server/auth/attempt-window';
import { refuseIfWaiting } from '#server/auth/attempts';
import { countInAll, EVERYBODY, type Full, ofNetwork, type SharedWindow } from '#server/auth/shared-windows';
import type { SignedInContext } from '#server/kernel/context';

type Shared = Record<'network' | 'often' | 'all', AttemptKind>;

const LOOKUPS = {
  network: 'bankLookupsOfNetwork',
  often: 'bankLookupsOften',
  all: 'bankLookups',
} as const satisfies Shared;

const ORDERS = {
  network: 'bankOrdersOfNetwork',
  often: 'bankOrdersOften',
  all: 'bankOrders',
} as const satisfies Shared;

/**
 * Limits per customer, the longest last, per network, and the share of all customers in the provider's quota, for calls with the bank's
 * own key. `often`: the part of that share for customers who have made many.
 */
const LIMITS = {
  preview: { own: ['boletoPreview', 'boletoPreviewDay'], shared: LOOKUPS },
  activation: { own: ['activation', 'activationDay'], shared: LOOKUPS },
  order: { own: ['bankOrder', 'bankOrderDay'], shared: ORDERS },
} as const satisfies Record<string, { own: readonly AttemptKind[]; shared: Shared }>;

type Use = keyof typeof LIMITS;

/**
 * Counts what a customer is about to cause with the bank's own key at the provider, so that nobody uses up its quota, and neither a few
 * customers nor the many of one home the share of all. Returns the share that is full, or null. Refuses TOO_MANY_ATTEMPTS.
 */
export function countBankCalls(ctx: SignedInContext, use: Use): Promise<Full | null> {
  const { own, shared } = LIMITS[use];
  const now = ctx.clock.real();
  return ctx.db.transaction(async (tx) => {
    let made = 0;
    for (const kind of own) {
      const { count, waitSeconds } = await countInWindow(tx, kind, sharerOf(ctx), now);
      refuseIfWaiting(waitSeconds);
      made = count;
    }
    const isFew = made <= BANK_CALLS_FEW;
    const isAlone = isFew && (await isApproved(tx, ctx.user.id));
    const network = isAlone ? [] : ofNetwork(ctx, shared.network);
    const often: SharedWindow[] = isFew ? [] : [[shared.often, EVERYBODY]];
    // Those of all customers last, since they share these rows.
    return countInAll(tx, [...network, ...often, [shared.all, EVERYBODY]], now);
  });
}

/** Its owner has shown documents to the provider: nobody has many such, and an office or a telephone network has many such owners. */
async function isApproved(tx: Tx, userId: string): Promise<boolean> {
  const { users } = tx.tables;
  return (await tx.$count(users, and(eq(users.id, userId), eq(users.asaasAccountStatus, 'approved')))) > 0;
}

/** As `countBankCalls`, for calls that cannot do without the provider. Refuses TOO_MANY_ATTEMPTS, PROVIDER_BUSY. */
export async function mayCallBank(ctx: SignedInContext, use: Use): Promise<void> {
  const full = await countBankCalls(ctx, use);
  if (full?.who === EVERYBODY) refuse('PROVIDER_BUSY', { retryAfterSeconds: full.waitSeconds });
  refuseIfWaiting(full?.waitSeconds ?? null);
}
