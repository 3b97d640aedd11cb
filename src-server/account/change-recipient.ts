import { and, eq, exists, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { forUpdate } from '#db/lock';
import { type RecipientChange, shownTarget } from '#domain/account/recipient';
import { DEVICE_TRUST_SECONDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { toDecimal } from '#domain/money';
import { refuse } from '#domain/refusal';
import { missingProof, requireProof } from '#server/access/proof';
import { rulesHoldFor } from '#server/access/rules-hold';
import { record } from '#server/audit/record';
import { refuseFrozen } from '#server/auth/freeze/frozen';
import { lockedRow } from '#server/auth/own-row';
import { trustedFactors } from '#server/auth/trusted-factors';
import type { UserRow } from '#server/auth/user-answer';
import { checkingOf, readAccounts } from '#server/decision/account-facts';
import type { SessionContext, SignedInContext } from '#server/kernel/context';
import { queueMessage, receiverOf } from '#server/outbox/queue-message';
import { countChange } from '#server/protection/count-change';

type Done = { success: true };
type RecipientRow = Tx['tables']['recipients']['$inferSelect'];

/**
 * `trustedUpTo`: in cents; up to it payments are not confirmed again. To raise it needs a proof and is told, and where the rules
 * for money hold it counts 24 hours later without a second factor that counts. Less is counted as more protection, and its owner can always
 * withdraw it. All are audited; a nickname is not, since it must be erasable. Refuses NOT_FOUND, also for another customer's,
 * REAUTHENTICATE (more trust, or often less), ACCOUNT_FROZEN_BY_OWNER (more trust), TOO_MANY_ATTEMPTS.
 */
export async function changeRecipient(
  ctx: SessionContext,
  { id, nickname, isPinned, trustedUpTo }: RecipientChange,
): Promise<Done> {
  const missing = trustedUpTo
    ? await missingProof(ctx, { always: 'whole', underRules: 'sinceSignIn' })
    : null;
  await ctx.db.transaction(async (tx) => {
    // As a freeze locks them.
    const owner = trustedUpTo ? await lockedRow(tx, ctx.user.id) : null;
    const { recipients } = tx.tables;
    const [before] = await forUpdate(
      tx
        .select()
        .from(recipients)
        .where(own(tx, ctx, id)),
    );
    if (!before) refuse('NOT_FOUND');
    const trustedCents = trustedUpTo === undefined ? before.trustedCents : trustedUpTo;
    const set: Partial<RecipientRow> = {
      ...(nickname !== undefined &&
        nickname !== before.nickname && {
          nickname,
          nicknamedAt: nickname === null ? null : ctx.clock.now(),
        }),
      ...(isPinned !== undefined &&
        isPinned !== (before.pinnedAt !== null) && { pinnedAt: isPinned ? ctx.clock.now() : null }),
      ...(trustedCents !== before.trustedCents && { trustedCents }),
      ...(trustedCents === null && before.trustedFrom && { trustedFrom: null }),
    };
    if (Object.keys(set).length === 0) return;
    const isMore = (trustedCents ?? 0) > (before.trustedCents ?? 0);
    // None is not counted: it can be withdrawn again only after a raise.
    if (trustedCents !== null && trustedCents !== before.trustedCents)
      await countChange(tx, ctx, { weakens: isMore, missing });
    if (owner && isMore) {
      await refuseFrozen(tx, owner.id);
      set.trustedFrom = await countsFrom(tx, ctx, owner);
      await tellTrust(tx, ctx, { ...before, ...set });
    }
    await tx.update(recipients).set(set).where(eq(recipients.id, id));
    if (trustedCents !== before.trustedCents)
      await record(tx, ctx, {
        action: 'trust_recipient',
        entityId: ctx.user.id,
        changes: { recipientId: id, trustedUpTo: trustedCents === null ? null : toDecimal(trustedCents) },
      });
  });
  return { success: true };
}

/**
 * Null: at once, with a second factor that counts, whose proof was asked for. By the password alone whoever knows it could pay what anybody's
 * account is filled by.
 */
async function countsFrom(tx: Tx, ctx: SessionContext, owner: UserRow): Promise<Date | null> {
  if (!(await rulesHoldFor(tx, ctx, owner.id))) return null;
  const { hasApp, passkeys } = await trustedFactors(tx, owner, ctx.clock.real());
  return hasApp || passkeys.length > 0 ? null : secondsAfter(ctx.clock.now(), DEVICE_TRUST_SECONDS);
}

async function tellTrust(
  tx: Tx,
  ctx: SessionContext,
  { name, kind, target, trustedCents, trustedFrom }: RecipientRow,
): Promise<void> {
  const payee = name ?? shownTarget({ kind, target }) ?? target;
  const facts = { payee, trustedCents: trustedCents ?? 0, trustedFrom };
  await queueMessage(tx, ctx, 'payee_trusted', await receiverOf(tx, ctx.user.id), facts);
}

/**
 * The next payment to this recipient must be confirmed and adds it again, without nickname. Refuses NOT_FOUND, also for another
 * customer's, REAUTHENTICATE (where the rules for money hold), and RECIPIENT_IN_USE: a payment under way would add it again, as one that has not been paid anything yet.
 */
export async function removeRecipient(ctx: SignedInContext, { id }: { id: string }): Promise<Done> {
  // Without its payees an owner without a second factor pays small sums only.
  await requireProof(ctx, { underRules: 'sinceSignIn' });
  await ctx.db.transaction(async (tx) => {
    // Payments lock it too.
    await readAccounts(tx, [checkingOf(ctx.user.id).key]);
    const { recipients } = tx.tables;
    const [removed] = await tx
      .delete(recipients)
      .where(own(tx, ctx, id))
      .returning({ kind: recipients.kind, target: recipients.target });
    if (!removed) refuse('NOT_FOUND');
    if (await isBeingPaid(tx, ctx.user.id, removed)) refuse('RECIPIENT_IN_USE');
  });
  return { success: true };
}

/** Whether a payment to it is under way or waits; any boleto, which names its beneficiary in another way. */
async function isBeingPaid(
  tx: Tx,
  userId: string,
  { kind, target }: Pick<RecipientRow, 'kind' | 'target'>,
): Promise<boolean> {
  const { paymentIntents: intents, paymentOrders: orders, waitingPayments: waiting } = tx.tables;
  const isTo = tx
    .select({ one: sql`1` })
    .from(intents)
    .where(and(eq(intents.id, waiting.transactionId), eq(intents.target, target)));
  const waits = and(
    eq(waiting.userId, userId),
    eq(waiting.kind, kind === 'account' ? 'transfer' : kind),
    kind === 'boleto' ? undefined : exists(isTo),
    // Not a parameter, so that the partial index is used.
    sql`${waiting.status} = 'waiting'`,
  );
  if ((await tx.$count(waiting, waits)) > 0) return true;
  if (kind === 'account') return false;
  const isOpen = and(
    eq(orders.userId, userId),
    eq(orders.kind, kind),
    kind === 'boleto' ? undefined : eq(orders.target, target),
    isNull(orders.concludedAt),
  );
  return (await tx.$count(orders, isOpen)) > 0;
}

const own = ({ tables: { recipients } }: Tx, { user }: SignedInContext, id: string) =>
  and(eq(recipients.id, id), eq(recipients.userId, user.id));
