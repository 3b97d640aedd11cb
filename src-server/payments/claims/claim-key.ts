import { and, eq, isNull } from 'drizzle-orm';
import { secondsAfter } from '#domain/moment';
import { claimDeadlines } from '#domain/pix/key-claim';
import type { ClaimKeyInput } from '#domain/pix/key-claim-input';
import { refuse } from '#domain/refusal';
import { sharerOf } from '#server/access/caller-share';
import { requireProof } from '#server/access/proof';
import { record } from '#server/audit/record';
import { countAttempt } from '#server/auth/attempts';
import { refuseFrozen } from '#server/auth/freeze/frozen';
import { lockedActive } from '#server/auth/own-row';
import type { SignedInContext } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { approvedAccount } from '#server/onboarding/external-account';
import { answerOf } from '#server/provider/answer-of';
import { keptKeys } from '../keys.ts';
import { refuseForeign, refuseFull } from '../own-key.ts';
import { applyClaim, writeClaim } from './apply-claim.ts';
import { type ClaimRow, findClaim, type KeyClaim, toKeyClaim } from './claim-row.ts';
import { syncClaims } from './sync-claims.ts';

/**
 * Asks for a key that is at another institution (portability) or has another holder (ownership). Written before the provider is asked; if
 * its answer is lost, the claim stays 'asked' until the provider lists it or does not. Refuses REAUTHENTICATE (under the rules for money,
 * without a proof given since the sign-in), ACCOUNT_FROZEN_BY_OWNER, ACCOUNT_NOT_APPROVED, KEY_NOT_OWN, CONTACT_NOT_CONFIRMED, KEY_ALREADY_YOURS, KEY_LIMIT,
 * CLAIM_OPEN, CLAIMS_NOT_OFFERED, TOO_MANY_ATTEMPTS, PROVIDER_*.
 */
export async function claimKey(ctx: SignedInContext, input: ClaimKeyInput): Promise<KeyClaim> {
  await requireProof(ctx, { underRules: 'sinceSignIn' });
  await refuseFrozen(ctx.db, ctx.user.id);
  const { account } = await approvedAccount(ctx);
  await refuseForeign(ctx, input.type, input.key);
  const keys = await keptKeys(account);
  if (keys.some(({ key }) => key === input.key)) refuse('KEY_ALREADY_YOURS');
  await countAttempt(ctx, 'keyClaim', sharerOf(ctx));
  const row = await begin(ctx, input, keys.length);
  const asked = await account.claimKey(input.kind, input.key);
  if (asked.kind === 'answered') {
    const applied = await applyClaim(ctx, ctx.user.id, asked.value);
    return toKeyClaim(applied ?? row);
  }
  if (asked.kind === 'unknown') {
    await syncClaims(ctx, ctx.user.id, account);
    return toKeyClaim((await findClaim(ctx.db, ctx.user.id, row.id)) ?? row);
  }
  await forget(ctx, row);
  if (asked.kind === 'refused' && asked.status === 404) refuse('CLAIMS_NOT_OFFERED');
  answerOf(asked);
  throw new Error('a claim was neither made nor refused');
}

/** Under the lock of the customer, so that keys and claims never exceed the limit together. */
const begin = (
  ctx: SignedInContext,
  { kind, type, key }: ClaimKeyInput,
  keyCount: number,
): Promise<ClaimRow> =>
  ctx.db.transaction(async (tx) => {
    const user = await lockedActive(tx, ctx.user.id);
    const { keyClaims } = tx.tables;
    const isOpen = and(eq(keyClaims.userId, user.id), eq(keyClaims.key, key), isNull(keyClaims.concludedAt));
    if ((await tx.$count(keyClaims, isOpen)) > 0) refuse('CLAIM_OPEN');
    await refuseFull(tx, user, keyCount);
    const createdAt = ctx.clock.now();
    const row: ClaimRow = {
      ...{ id: newId(), userId: user.id, role: 'claimer', kind, status: 'asked', key, keyType: type },
      ...{ providerId: null, otherInstitution: null, endedBy: null, concludedAt: null, createdAt },
      ...claimDeadlines(kind, createdAt),
      nextLookAt: secondsAfter(ctx.clock.real(), ctx.provider.graceSeconds),
    };
    await tx.insert(keyClaims).values(row);
    await record(tx, ctx, {
      action: 'claim_pix_key',
      entityId: user.id,
      changes: { claimId: row.id, type, kind },
    });
    return row;
  });

/** The provider did nothing, and its customer is told why. */
const forget = (ctx: SignedInContext, row: ClaimRow): Promise<unknown> =>
  ctx.db.transaction((tx) =>
    writeClaim(
      tx,
      ctx,
      row,
      { status: 'cancelled', endedBy: 'provider', nextLookAt: null, concludedAt: ctx.clock.now() },
      { isTold: false },
    ),
  );
