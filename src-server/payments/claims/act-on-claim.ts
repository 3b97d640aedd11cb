import { type ClaimAct, mayAct } from '#domain/pix/key-claim';
import type { AnswerClaimInput } from '#domain/pix/key-claim-input';
import { refuse } from '#domain/refusal';
import { requireProof } from '#server/access/proof';
import { record } from '#server/audit/record';
import { refuseFrozen } from '#server/auth/freeze/frozen';
import type { SignedInContext } from '#server/kernel/context';
import { approvedAccount } from '#server/onboarding/external-account';
import { answerOf } from '#server/provider/answer-of';
import { refuseForeign } from '../own-key.ts';
import { applyClaim } from './apply-claim.ts';
import { type ClaimRow, findClaim, type KeyClaim, toKeyClaim } from './claim-row.ts';
import { syncClaims } from './sync-claims.ts';

const UNSURE =
  'O provedor de pagamentos não confirmou a resposta. Confira o pedido antes de tentar novamente.';

/**
 * The donor gives the key away, or keeps it; who keeps one that another person claims must still have that contact confirmed. Refuses REAUTHENTICATE
 * (under the rules for money; giving away needs a proof given since the sign-in), ACCOUNT_FROZEN_BY_OWNER (giving away), ACCOUNT_NOT_APPROVED, NOT_FOUND, KEY_NOT_OWN,
 * CONTACT_NOT_CONFIRMED, CLAIM_DECIDED, PROVIDER_*.
 */
export async function answerClaim(ctx: SignedInContext, { id, accept }: AnswerClaimInput): Promise<KeyClaim> {
  await requireProof(ctx, { underRules: accept ? 'sinceSignIn' : 'whole' });
  if (accept) await refuseFrozen(ctx.db, ctx.user.id);
  const row = await found(ctx, id, 'donor');
  if (!accept && row.kind === 'ownership') await refuseForeign(ctx, row.keyType, row.key);
  return act(ctx, row, accept ? 'confirm' : 'cancel');
}

/**
 * The claimer's change of mind. Refuses REAUTHENTICATE (as above), ACCOUNT_NOT_APPROVED, NOT_FOUND, CLAIM_DECIDED, PROVIDER_*.
 */
export async function cancelClaim(ctx: SignedInContext, { id }: { id: string }): Promise<KeyClaim> {
  await requireProof(ctx, { underRules: 'whole' });
  return act(ctx, await found(ctx, id, 'claimer'), 'cancel');
}

async function found(ctx: SignedInContext, id: string, role: ClaimRow['role']): Promise<ClaimRow> {
  const row = await findClaim(ctx.db, ctx.user.id, id);
  if (row?.role !== role) refuse('NOT_FOUND');
  return row;
}

/** If the answer is lost, the provider's list tells whether it was done. */
async function act(ctx: SignedInContext, row: ClaimRow, does: ClaimAct): Promise<KeyClaim> {
  const { account } = await approvedAccount(ctx);
  if (row.providerId === null || !mayAct(does, row.role, row)) refuse('CLAIM_DECIDED');
  const asked = await account.actOnClaim(row.providerId, does);
  // What has ended meanwhile, or was done with a lost answer, is in the list.
  if (asked.kind !== 'answered') await syncClaims(ctx, ctx.user.id, account);
  else await applyClaim(ctx, ctx.user.id, asked.value);
  const after = (await findClaim(ctx.db, ctx.user.id, row.id)) ?? row;
  const isChanged = after.status !== row.status;
  // Of a lost answer only the list tells who ended it.
  const isOurs = asked.kind === 'answered' || (asked.kind === 'unknown' && after.endedBy === row.role);
  if (isChanged && !isOurs) refuse('CLAIM_DECIDED');
  if (!isChanged) answerOf(asked, UNSURE);
  await ctx.db.transaction((tx) =>
    record(tx, ctx, {
      action: ACTIONS[row.role][does],
      entityId: ctx.user.id,
      changes: { claimId: row.id, type: row.keyType, kind: row.kind },
    }),
  );
  return toKeyClaim(after);
}

const ACTIONS = {
  donor: { confirm: 'confirm_key_claim', cancel: 'refuse_key_claim' },
  claimer: { confirm: 'confirm_key_claim', cancel: 'cancel_key_claim' },
} as const;
