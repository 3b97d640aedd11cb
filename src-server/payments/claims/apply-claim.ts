import { and, eq, isNull, or } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { forUpdate } from '#db/lock';
import { secondsAfter } from '#domain/moment';
import { claimDeadlines, isForward, isOpenClaim } from '#domain/pix/key-claim';
import { record } from '#server/audit/record';
import { systemActor } from '#server/audit/system-actor';
import { lockedRow } from '#server/auth/own-row';
import type { Bank } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { queueMessage, receiverOf } from '#server/outbox/queue-message';
import type { ProviderClaim } from '#server/provider/claims';
import type { ClaimRow } from './claim-row.ts';

/** How often an open claim is asked about. */
export const CLAIM_LOOK_SECONDS = 15 * 60;

/**
 * Brings one customer's row of a claim to what the provider says, with its messages, in one commit; may be repeated. Returns the row, or
 * null for a claim that had ended before the bank knew of it.
 */
export const applyClaim = (bank: Bank, userId: string, claim: ProviderClaim): Promise<ClaimRow | null> =>
  bank.db.transaction(async (tx) => {
    const before = await lockedClaim(tx, userId, claim);
    if (!before) return isOpenClaim(claim.status) ? begin(tx, bank, userId, claim) : null;
    if (!isForward(before.status, claim.status)) return before;
    return advance(tx, bank, before, claim);
  });

/** By the provider's id, or the one whose answer was lost. */
async function lockedClaim(tx: Tx, userId: string, claim: ProviderClaim): Promise<ClaimRow | null> {
  const { keyClaims } = tx.tables;
  const isLost = and(
    isNull(keyClaims.providerId),
    isNull(keyClaims.concludedAt),
    eq(keyClaims.role, claim.role),
    eq(keyClaims.key, claim.key),
  );
  const found = await forUpdate(
    tx
      .select()
      .from(keyClaims)
      .where(and(eq(keyClaims.userId, userId), or(eq(keyClaims.providerId, claim.id), isLost))),
  );
  return found.find(({ providerId }) => providerId === claim.id) ?? found[0] ?? null;
}

/** Somebody wants the customer's key; or the customer asked for one elsewhere. Two processes may see it first: one begins. */
async function begin(tx: Tx, bank: Bank, userId: string, claim: ProviderClaim): Promise<ClaimRow | null> {
  // Of whoever has left nothing is kept.
  if ((await lockedRow(tx, userId)).closedAt !== null) return null;
  const createdAt = bank.clock.now();
  const row: ClaimRow = {
    ...{ id: newId(), userId, role: claim.role, kind: claim.kind, status: claim.status },
    ...{ key: claim.key, keyType: claim.keyType, providerId: claim.id },
    otherInstitution: claim.institution,
    ...termsOf(claim, createdAt),
    endedBy: null,
    nextLookAt: secondsAfter(bank.clock.real(), CLAIM_LOOK_SECONDS),
    createdAt,
    concludedAt: null,
  };
  const { keyClaims } = tx.tables;
  const begun = await tx.insert(keyClaims).values(row).onConflictDoNothing().returning();
  if (begun.length === 0) return null;
  if (row.role === 'donor') await tell(tx, bank, row);
  return row;
}

const termsOf = ({ kind, resolveBy, completeBy }: ProviderClaim, createdAt: Date) => {
  const own = claimDeadlines(kind, createdAt);
  return { resolveBy: resolveBy ?? own.resolveBy, completeBy: completeBy ?? own.completeBy };
};

async function advance(tx: Tx, bank: Bank, before: ClaimRow, claim: ProviderClaim): Promise<ClaimRow> {
  const isEnded = !isOpenClaim(claim.status);
  const changes = {
    status: claim.status,
    providerId: claim.id,
    otherInstitution: claim.institution ?? before.otherInstitution,
    ...termsOf(claim, before.createdAt),
    endedBy: isEnded ? claim.endedBy : null,
    nextLookAt: isEnded ? null : secondsAfter(bank.clock.real(), CLAIM_LOOK_SECONDS),
    concludedAt: isEnded ? bank.clock.now() : null,
  };
  return writeClaim(tx, bank, before, changes);
}

type Changes = Pick<ClaimRow, 'status' | 'endedBy' | 'nextLookAt' | 'concludedAt'> & Partial<ClaimRow>;

/** Writes a locked claim, and tells its customer if it went on, unless they have the answer already. */
export async function writeClaim(
  tx: Tx,
  bank: Bank,
  before: ClaimRow,
  changes: Changes,
  { isTold = true } = {},
): Promise<ClaimRow> {
  const { keyClaims, pixKeys } = tx.tables;
  await tx.update(keyClaims).set(changes).where(eq(keyClaims.id, before.id));
  const after = { ...before, ...changes };
  if (after.status === 'waiting' || after.status === before.status) return after;
  if (after.role === 'donor' && after.status !== 'cancelled')
    await tx.delete(pixKeys).where(and(eq(pixKeys.key, after.key), eq(pixKeys.userId, after.userId)));
  if (isTold) await tell(tx, bank, after);
  await record(tx, systemActor(bank, 'Pagamentos do banco'), {
    action: 'follow_key_claim',
    entityId: after.userId,
    changes: { claimId: after.id, status: { from: before.status, to: after.status }, endedBy: after.endedBy },
  });
  return after;
}

async function tell(tx: Tx, bank: Bank, row: ClaimRow): Promise<void> {
  const to = await receiverOf(tx, row.userId);
  if (row.status === 'waiting') await queueMessage(tx, bank, 'key_claim_received', to, row);
  else if (row.status === 'confirmed') await queueMessage(tx, bank, 'key_claim_confirmed', to, row);
  else await queueMessage(tx, bank, 'key_claim_ended', to, row);
}
