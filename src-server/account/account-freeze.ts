import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#db/db';
import type { WithReasonInput } from '#domain/admin/reason';
import { refuse } from '#domain/refusal';
import { heldAccount } from '#server/account/list-accounts';
import { LISTED } from '#server/account/queries';
import type { Account } from '#server/account/shapes';
import { record } from '#server/audit/record';
import type { SignedInContext } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';

/**
 * Only adjustments and reversals still reach a frozen account. Refuses NOT_FOUND (also external and bank
 * accounts), ACCOUNT_ALREADY_FROZEN.
 */
export const freezeAccount = (ctx: SignedInContext, { id, reason }: WithReasonInput): Promise<Account> =>
  ctx.db.transaction(async (tx) => {
    const holder = await holderOf(tx, id);
    if (!(await setActive(tx, id, { isActive: false, inactiveReason: reason })))
      refuse('ACCOUNT_ALREADY_FROZEN');
    return announce(tx, ctx, { action: 'freeze_account', id, reason, holder });
  });

/** Refuses NOT_FOUND, USER_CLOSED, ACCOUNT_ALREADY_ACTIVE. */
export const unfreezeAccount = (ctx: SignedInContext, { id, reason }: WithReasonInput): Promise<Account> =>
  ctx.db.transaction(async (tx) => {
    const holder = await holderOf(tx, id);
    if (holder.closedAt !== null) refuse('USER_CLOSED');
    if (!(await setActive(tx, id, { isActive: true, inactiveReason: null })))
      refuse('ACCOUNT_ALREADY_ACTIVE');
    return announce(tx, ctx, { action: 'unfreeze_account', id, reason, holder });
  });

type Holder = { id: string; fullName: string; email: string; closedAt: Date | null };

async function holderOf(tx: Tx, accountId: string): Promise<Holder> {
  const { accounts, users } = tx.tables;
  const [holder] = await tx
    .select({ id: users.id, fullName: users.fullName, email: users.email, closedAt: users.closedAt })
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.userId))
    .where(and(eq(accounts.id, accountId), inArray(accounts.accountType, [...LISTED])));
  return holder ?? refuse('NOT_FOUND');
}

type State = { isActive: boolean; inactiveReason: string | null };

/** On PostgreSQL waits for postings on the account; they check again under their locks. */
async function setActive(tx: Tx, id: string, state: State): Promise<boolean> {
  const { accounts } = tx.tables;
  const changed = await tx
    .update(accounts)
    .set(state)
    .where(and(eq(accounts.id, id), eq(accounts.isActive, !state.isActive)))
    .returning({ id: accounts.id });
  return changed.length > 0;
}

type Act = { action: 'freeze_account' | 'unfreeze_account'; id: string; reason: string; holder: Holder };

async function announce(tx: Tx, ctx: SignedInContext, { action, id, reason, holder }: Act): Promise<Account> {
  const account = await heldAccount(tx, id);
  if (!account) throw new Error(`account ${id} not found after ${action}`);
  const { accountNumber, isActive } = account;
  const kind = isActive ? 'account_unfrozen' : 'account_frozen';
  await queueMessage(tx, ctx, kind, holder, { accountNumber, reason });
  await record(tx, ctx, { action, entityId: id, changes: { reason } });
  return account;
}
