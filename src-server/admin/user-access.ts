import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { databaseError } from '#db/error';
import { forNoKeyUpdate } from '#db/lock';
import type { WithReasonInput } from '#domain/admin/reason';
import { FREEZE_LINK_SECONDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { refuse } from '#domain/refusal';
import { requireProof } from '#server/access/proof';
import { record } from '#server/audit/record';
import { clearDocumentFree } from '#server/auth/document-free';
import { lockedRow } from '#server/auth/own-row';
import { DUMMY_HASH } from '#server/auth/password';
import { endAllAccess } from '#server/auth/revoke';
import { refuseCorrector } from '#server/auth/two-administrators';
import type { SignedInContext } from '#server/kernel/context';
import { queueMessage, receiverOf } from '#server/outbox/queue-message';
import { tellRules } from '#server/outbox/tell-rules';
import { adminUser, type ListedUser, listed } from './users.ts';

const CORRECTED_SECONDS = 24 * 3600;

/**
 * Ends sessions, tokens, and the passkeys and devices of the last 72 hours, mails the reason; of an administrator all administrators are told.
 * Refuses NOT_FOUND, OWN_ACCESS, LAST_ADMIN, USER_ALREADY_INACTIVE; in production also TOKEN_NOT_ALLOWED and REAUTHENTICATE.
 */
export async function deactivateUser(
  ctx: SignedInContext,
  { id, reason }: WithReasonInput,
): Promise<ListedUser> {
  if (id === ctx.user.id) refuse('OWN_ACCESS');
  await requireProof(ctx, { inProduction: 'sinceSignIn' });
  return ctx.db.transaction(async (tx) => {
    const before = await adminUser(tx, id);
    if (before.role === 'admin') await refuseLastAdmin(tx, ctx, id);
    if (!(await setActive(tx, id, { isActive: false, inactiveReason: reason })))
      refuse('USER_ALREADY_INACTIVE');
    const at = ctx.clock.real();
    // They would count by the time that the bank lets the customer in again.
    await endAllAccess(tx, id, { at, keys: secondsAfter(at, -FREEZE_LINK_SECONDS) });
    return announce(tx, ctx, { action: 'deactivate_user', id, reason });
  });
}

/**
 * Mails the person; of an administrator all administrators are told, since where two are needed one could bring back a second. A document that
 * was freed comes back unless somebody has registered it; a request to free it ends. Refuses NOT_FOUND, USER_CLOSED (a customer's own closing is final), USER_ALREADY_ACTIVE, EMAIL_CORRECTED_LATELY, CORRECTED_BY_YOU, DOCUMENT_TAKEN; in
 * production also TOKEN_NOT_ALLOWED and REAUTHENTICATE.
 */
export async function activateUser(
  ctx: SignedInContext,
  { id, reason }: WithReasonInput,
): Promise<ListedUser> {
  await requireProof(ctx, { inProduction: 'sinceSignIn' });
  try {
    return await ctx.db.transaction((tx) => activate(tx, ctx, { id, reason }));
  } catch (error) {
    const cause = databaseError(error);
    if (cause?.kind === 'unique' && cause.table === 'users') refuse('DOCUMENT_TAKEN');
    throw error;
  }
}

async function activate(tx: Tx, ctx: SignedInContext, { id, reason }: WithReasonInput): Promise<ListedUser> {
  await adminUser(tx, id);
  const before = await lockedRow(tx, id);
  if (before.closedAt !== null) refuse('USER_CLOSED');
  if (await wasCorrectedLately(tx, ctx, id)) refuse('EMAIL_CORRECTED_LATELY');
  await refuseCorrector(tx, ctx, id);
  const values = { isActive: true, inactiveReason: null, documentFreedAt: null };
  if (!(await setActive(tx, id, values))) refuse('USER_ALREADY_ACTIVE');
  const more = {
    ...((await clearDocumentFree(tx, id)) && { endedDocumentRequest: true }),
    ...(before.documentFreedAt !== null && { isDocumentFreed: false }),
  };
  return announce(tx, ctx, { action: 'activate_user', id, reason, more });
}

/**
 * A correction of a deactivated customer's e-mail leaves its former address nothing to undo it by: for a day its owner can say so before
 * anybody enters.
 */
async function wasCorrectedLately(tx: Tx, { clock }: SignedInContext, id: string): Promise<boolean> {
  const { protections, users } = tx.tables;
  const [found] = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(protections, eq(protections.userId, users.id))
    .where(
      and(
        eq(users.id, id),
        eq(users.isActive, false),
        eq(users.passwordHash, DUMMY_HASH),
        gt(protections.contactChangedAt, secondsAfter(clock.real(), -CORRECTED_SECONDS)),
      ),
    );
  return found !== undefined;
}

/** Locks all administrators: of two who deactivate each other at once, the second is refused. */
async function refuseLastAdmin(tx: Tx, ctx: SignedInContext, id: string): Promise<void> {
  const { users } = tx.tables;
  const active = await forNoKeyUpdate(
    tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.role, 'admin'), eq(users.isActive, true)))
      .orderBy(asc(users.id)),
  );
  if (!active.some((admin) => admin.id === ctx.user.id)) refuse('UNAUTHENTICATED');
  if (!active.some((admin) => admin.id !== id)) refuse('LAST_ADMIN');
}

type State = { isActive: boolean; inactiveReason: string | null; documentFreedAt?: null };

/** Returns false if nothing changed; never changes a closed customer. */
async function setActive(tx: Tx, id: string, state: State): Promise<boolean> {
  const { users } = tx.tables;
  const changed = await tx
    .update(users)
    .set(state)
    .where(and(eq(users.id, id), eq(users.isActive, !state.isActive), isNull(users.closedAt)))
    .returning({ id: users.id });
  return changed.length > 0;
}

type Act = { action: 'deactivate_user' | 'activate_user'; id: string; reason: string; more?: object };

async function announce(
  tx: Tx,
  ctx: SignedInContext,
  { action, id, reason, more }: Act,
): Promise<ListedUser> {
  const user = await adminUser(tx, id);
  const kind = user.isActive ? 'user_activated' : 'user_deactivated';
  await queueMessage(tx, ctx, kind, await receiverOf(tx, id), { reason });
  if (user.role === 'admin') {
    const what = user.isActive ? 'devolvido' : 'desativado';
    await tellRules(tx, ctx, `o acesso de ${user.fullName} à administração, que foi ${what}`);
  }
  await record(tx, ctx, { action, entityId: id, changes: { reason, ...more } });
  return listed(user);
}
