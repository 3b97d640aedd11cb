import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { FREEZE_LINK_SECONDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { undoMinutesOf } from '#domain/protection/waiting';
import type { Context } from '#server/kernel/context';
import { voidLinks } from '../profile/email-change.ts';
import type { UserRow } from '../user-answer.ts';

/**
 * Takes back what whoever is shut out may have asked for: limits raised in the 72 hours of a freeze's link (in effect after 24), an
 * e-mail that waits to be confirmed, and a shorter time to undo payments than the bank's. The user's row is locked. Returns the
 * facts for the audit row.
 */
export async function withdrawRequests(tx: Tx, { clock }: Pick<Context, 'clock'>, user: UserRow) {
  const now = clock.now();
  const cancelledRaises = await cancelRaises(tx, user.id, now);
  const undoMinutes = await lengthenUndo(tx, user.id, now);
  if (user.pendingEmail !== null) {
    const { users } = tx.tables;
    await voidLinks(tx, user.id);
    await tx.update(users).set({ pendingEmail: null }).where(eq(users.id, user.id));
  }
  return {
    ...(cancelledRaises > 0 && { cancelledRaises }),
    ...(undoMinutes !== null && { undoMinutes }),
    ...(user.pendingEmail !== null && { pendingEmail: { from: user.pendingEmail, to: null } }),
  };
}

async function cancelRaises(tx: Tx, userId: string, now: Date): Promise<number> {
  const { limitCancellations: cancellations, limitRules: rules } = tx.tables;
  const raises = await tx
    .select({ ruleId: rules.id })
    .from(rules)
    .leftJoin(cancellations, eq(cancellations.ruleId, rules.id))
    .where(
      and(
        eq(rules.userId, userId),
        eq(rules.role, 'limit'),
        gt(rules.createdAt, secondsAfter(now, -FREEZE_LINK_SECONDS)),
        // Only a raise has to wait.
        gt(rules.effectiveAt, rules.createdAt),
        isNull(cancellations.ruleId),
      ),
    );
  if (raises.length > 0)
    await tx
      .insert(cancellations)
      .values(raises.map(({ ruleId }) => ({ ruleId, cancelledById: userId, cancelledAt: now })));
  return raises.length;
}

/** Returns the minutes before; null: they were not shorter. */
async function lengthenUndo(tx: Tx, userId: string, now: Date): Promise<number | null> {
  const { protections } = tx.tables;
  const [own] = await tx
    .select({ undoMinutes: protections.undoMinutes })
    .from(protections)
    .where(and(eq(protections.userId, userId), isNotNull(protections.undoMinutes)));
  const before = own?.undoMinutes ?? null;
  if (before === null || before >= undoMinutesOf(null, now)) return null;
  await tx.update(protections).set({ undoMinutes: null }).where(eq(protections.userId, userId));
  return before;
}
