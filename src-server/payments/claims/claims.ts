import { z } from 'zod';
import type { SignedInContext } from '#server/kernel/context';
import { approvedAccount } from '#server/onboarding/external-account';
import { keyClaimSchema, ownClaims, toKeyClaim } from './claim-row.ts';
import { syncClaims } from './sync-claims.ts';

const LISTED = 50;

/** `isOffered` false: the provider has no claims; a key at another institution must be deleted there before it can be made here. */
export const claimListSchema = z.object({ isOffered: z.boolean(), claims: z.array(keyClaimSchema) });
export type ClaimList = z.infer<typeof claimListSchema>;

/** Claims of the caller's keys and of keys that the caller wants, newest first. Asks the provider first. Refuses ACCOUNT_NOT_APPROVED. */
export async function claims(ctx: SignedInContext): Promise<ClaimList> {
  const { account } = await approvedAccount(ctx);
  const isOffered = (await syncClaims(ctx, ctx.user.id, account)) ?? true;
  return { isOffered, claims: (await ownClaims(ctx.db, ctx.user.id, LISTED)).map(toKeyClaim) };
}
