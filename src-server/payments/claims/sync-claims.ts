import { and, eq, isNull, lte } from 'drizzle-orm';
import { forUpdate } from '#db/lock';
import { isForward, isOpenClaim } from '#domain/pix/key-claim';
import type { Bank } from '#server/kernel/context';
import type { ProviderClaim } from '#server/provider/claims';
import type { ProviderAccount } from '#server/provider/client';
import { applyClaim, writeClaim } from './apply-claim.ts';
import type { ClaimRow } from './claim-row.ts';

/** Whether the provider offers claims; null: it did not answer. */
export type ClaimsOffered = boolean | null;

/** Takes over what the provider lists of a customer's claims, and ends those that it never got. */
export async function syncClaims(
  bank: Bank,
  userId: string,
  account: Pick<ProviderAccount, 'keyClaims'>,
): Promise<ClaimsOffered> {
  const listed = await account.keyClaims();
  const { keyClaims } = bank.db.tables;
  if (listed.kind === 'refused' && listed.status === 404) return false;
  if (listed.kind !== 'answered') return null;
  const own = await bank.db.select().from(keyClaims).where(eq(keyClaims.userId, userId));
  // Ended ones first: a key has one open claim, and the next may be there already.
  for (const claim of listed.value.toSorted((one, other) => openness(one) - openness(other)))
    if (isNews(own, claim)) await applyClaim(bank, userId, claim);
  await endLost(bank, userId);
  return true;
}

const openness = ({ status }: ProviderClaim): number => Number(isOpenClaim(status));

/** Whether it says more than the bank knows. */
function isNews(own: readonly ClaimRow[], claim: ProviderClaim): boolean {
  const isLost = (row: ClaimRow) =>
    row.providerId === null && row.concludedAt === null && row.role === claim.role && row.key === claim.key;
  const known = own.find(({ providerId }) => providerId === claim.id) ?? own.find(isLost);
  return known ? isForward(known.status, claim.status) : isOpenClaim(claim.status);
}

/** Past its grace a request that the provider does not list was never made. */
async function endLost(bank: Bank, userId: string): Promise<void> {
  const { keyClaims } = bank.db.tables;
  const isLost = and(
    eq(keyClaims.userId, userId),
    isNull(keyClaims.providerId),
    isNull(keyClaims.concludedAt),
    lte(keyClaims.nextLookAt, bank.clock.real()),
  );
  if ((await bank.db.$count(keyClaims, isLost)) === 0) return;
  await bank.db.transaction(async (tx) => {
    for (const row of await forUpdate(tx.select().from(keyClaims).where(isLost)))
      await writeClaim(tx, bank, row, {
        ...{ status: 'cancelled', endedBy: 'provider', nextLookAt: null, concludedAt: bank.clock.now() },
      });
  });
}
