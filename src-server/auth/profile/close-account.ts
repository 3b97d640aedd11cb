import { and, eq, isNotNull } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { forNoKeyUpdate } from '#db/lock';
import type { CloseAccountInput } from '#domain/auth/closing';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import { among } from '#server/kernel/any-of';
import type { SessionContext } from '#server/kernel/context';
import { idsOf, newId } from '#server/kernel/id';
import { queueMessage } from '#server/outbox/queue-message';
import { deleteGivenUp } from '#server/outbox/readdress';
import { endFactorsRequest } from '../lost-factors/factors-end.ts';
import { checkOwnPassword } from '../own-password.ts';
import { lockedRow } from '../own-row.ts';
import { endPasskeys } from '../passkeys/end.ts';
import { DUMMY_HASH } from '../password.ts';
import type { UserRow } from '../user-answer.ts';
import { type OwnAccount, obstaclesTo, ownAccounts } from './closure-obstacles.ts';

const REASON = 'Encerramento pedido pelo titular';

/**
 * Closes the relation for good. Data that the law requires stays for 10 years (Lei 9.613/1998, art. 10, § 2º; Circular
 * 3.978/2020, art. 67; LGPD, art. 16, I); the document may be registered again if nothing ever happened, else when an administrator
 * frees it. Refuses INVALID_PASSWORD, TOO_MANY_ATTEMPTS, and NOT_CLOSABLE for money, debts, an open undo link, or a password alone in a
 * device that is not registered, since an intruder could otherwise close the account.
 */
export async function closeAccount(
  ctx: SessionContext,
  { password }: CloseAccountInput,
): Promise<{ success: true }> {
  await checkOwnPassword(ctx, password);
  const at = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const user = await lockedRow(tx, ctx.user.id);
    if (!user.isActive) refuse('UNAUTHENTICATED');
    // Locked as the ledger locks them, so that no money arrives meanwhile.
    await forNoKeyUpdate(ownAccounts(tx, user.id));
    // Again: a first investment may have opened one before its lock was released.
    const own = await ownAccounts(tx, user.id);
    const obstacles = await obstaclesTo(tx, ctx, own);
    if (obstacles.length > 0) refuse('NOT_CLOSABLE', { text: obstacles.join(' ') });

    const { accounts, users } = tx.tables;
    const documentFreedAt = (await isUnused(tx, user, own)) ? at : null;
    await tx
      .update(accounts)
      .set({ isActive: false, inactiveReason: REASON })
      .where(eq(accounts.userId, user.id));
    await tx
      .update(users)
      .set({ ...anonymous(newId(), at), documentFreedAt })
      .where(eq(users.id, user.id));
    await deletePersonalRows(tx, user.id);
    await deleteGivenUp(tx, user.email);
    await endPasskeys(tx, user.id, ctx.clock.real());
    const request = await endFactorsRequest(tx, user.id);
    await queueMessage(tx, ctx, 'account_closed', user, {});
    await record(tx, ctx, {
      action: 'delete_user',
      entityId: user.id,
      changes: {
        isActive: { from: true, to: false },
        accountIds: own.map(({ id }) => id),
        reason: REASON,
        ...(documentFreedAt && { isDocumentFreed: true }),
        ...request,
      },
    });
  });
  ctx.cookies.clear('session');
  return { success: true };
}

/**
 * Nothing was booked, asked of the provider, proposed or frozen by the bank: whoever registered may be a stranger to the document, whose owner
 * must be able to register later.
 */
async function isUnused(
  tx: Tx,
  { id, asaasSubAccountId }: UserRow,
  own: readonly OwnAccount[],
): Promise<boolean> {
  if (asaasSubAccountId !== null || own.some(({ isActive }) => !isActive)) return false;
  const { creditProposals, entries, externalAccounts: external } = tx.tables;
  // The provider may have it, under this document: its answer was lost, or is awaited.
  const isAsked = and(eq(external.userId, id), isNotNull(external.checkedAt));
  const [proposal] = await tx
    .select({ id: creditProposals.id })
    .from(creditProposals)
    .where(eq(creditProposals.userId, id))
    .limit(1);
  const [entry] = await tx
    .select({ seq: entries.seq })
    .from(entries)
    .where(among(tx, entries.accountId, idsOf(own)))
    .limit(1);
  return !proposal && !entry && (await tx.$count(external, isAsked)) === 0;
}

/** The domain .invalid belongs to nobody (RFC 2606). `name`: a fresh id, since anybody may have registered with the user's. */
const anonymous = (name: string, closedAt: Date): Partial<UserRow> => ({
  username: `encerrado-${name}`,
  email: `encerrado-${name}@encerrado.invalid`,
  emailConfirmedAt: null,
  pendingEmail: null,
  phone: null,
  phoneConfirmedAt: null,
  rg: null,
  occupation: null,
  monthlyIncomeCents: null,
  incomeBeforeCents: null,
  incomeRaisedOn: null,
  street: null,
  number: null,
  complement: null,
  neighborhood: null,
  city: null,
  state: null,
  zipCode: null,
  passwordHash: DUMMY_HASH,
  totpSecret: null,
  totpLastStep: null,
  isActive: false,
  inactiveReason: REASON,
  closedAt,
});

/** Credentials, and data that no law requires the bank to keep. */
async function deletePersonalRows(tx: Tx, userId: string): Promise<void> {
  const { tables } = tx;
  for (const table of [
    tables.sessions,
    tables.accessTokens,
    tables.devices,
    tables.backupCodes,
    tables.twoFactorSetups,
    tables.loginChallenges,
    tables.passkeyChallenges,
    tables.passwordResets,
    tables.emailChanges,
    tables.emailUndos,
    tables.twoFactorUndos,
    tables.contactCodes,
    tables.notifications,
    tables.recipients,
    tables.pixKeys,
    tables.keyLookups,
    tables.keyClaims,
  ])
    await tx.delete(table).where(eq(table.userId, userId));
}
