import { and, eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import type { WithReasonInput } from '#domain/admin/reason';
import { refuse } from '#domain/refusal';
import { requireProof } from '#server/access/proof';
import { accountHeldBy, type HeldBy } from '#server/account/held-by';
import { heldAccount } from '#server/account/list-accounts';
import { LISTED } from '#server/account/queries';
import type { Account } from '#server/account/shapes';
import { record } from '#server/audit/record';
import { lockedRow } from '#server/auth/own-row';
import { refuseCorrector } from '#server/auth/two-administrators';
import type { SignedInContext } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';

/**
 * Only adjustments and reversals still reach a frozen account. Refuses NOT_FOUND (also external and bank
 * accounts), ACCOUNT_ALREADY_FROZEN; in production also TOKEN_NOT_ALLOWED and REAUTHENTICATE.
 */
export async function freezeAccount(ctx: SignedInContext, { id, reason }: WithReasonInput): Promise<Account> {
  await requireProof(ctx, { inProduction: 'sinceSignIn' });
  return ctx.db.transaction(async (tx) => {
    const { holder } = await accountHeldBy(tx, id, LISTED);
    if (!(await setActive(tx, id, { isActive: false, inactiveReason: reason })))
      refuse('ACCOUNT_ALREADY_FROZEN');
    return announce(tx, ctx, { action: 'freeze_account', id, reason, holder });
  });
}

/** Refuses NOT_FOUND, USER_CLOSED, CORRECTED_BY_YOU, ACCOUNT_ALREADY_ACTIVE; in production also TOKEN_NOT_ALLOWED and REAUTHENTICATE. */
export async function unfreezeAccount(
  ctx: SignedInContext,
  { id, reason }: WithReasonInput,
): Promise<Account> {
  await requireProof(ctx, { inProduction: 'sinceSignIn' });
  return ctx.db.transaction(async (tx) => {
    const { holder } = await accountHeldBy(tx, id, LISTED);
    if ((await lockedRow(tx, holder.id)).closedAt !== null) refuse('USER_CLOSED');
    await refuseCorrector(tx, ctx, holder.id);
    if (!(await setActive(tx, id, { isActive: true, inactiveReason: null })))
      refuse('ACCOUNT_ALREADY_ACTIVE');
    return announce(tx, ctx, { action: 'unfreeze_account', id, reason, holder });
  });
}

type State = { isActive: boolean; inactiveReason: string | null };

/** On PostgreSQL waits for open postings on the account; a posting reads `isActive` under its own lock. */
async function setActive(tx: Tx, id: string, state: State): Promise<boolean> {
  const { accounts } = tx.tables;
  const changed = await tx
    .update(accounts)
    .set(state)
    .where(and(eq(accounts.id, id), eq(accounts.isActive, !state.isActive)))
    .returning({ id: accounts.id });
  return changed.length > 0;
}

type Act = {
  action: 'freeze_account' | 'unfreeze_account';
  id: string;
  reason: string;
  holder: HeldBy['holder'];
};

async function announce(tx: Tx, ctx: SignedInContext, { action, id, reason, holder }: Act): Promise<Account> {
  const account = await heldAccount(tx, id);
  if (!account) throw new Error(`account ${id} not found after ${action}`);
  const { accountNumber, isActive } = account;
  const kind = isActive ? 'account_unfrozen' : 'account_frozen';
  await queueMessage(tx, ctx, kind, holder, { accountNumber, reason });
  await record(tx, ctx, { action, entityId: id, changes: { reason } });
  return account;
}
