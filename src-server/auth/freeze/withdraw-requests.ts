import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import type { Tx } from '#db/db';
import { bankDate } from '#domain/date';
import { FREEZE_LINK_SECONDS } from '#domain/limits';
import { secondsAfter, secondsSince } from '#domain/moment';
import { parametersOn, raisedAfter } from '#domain/protection/limits';
import { undoMinutesOf } from '#domain/protection/waiting';
import type { Context } from '#server/kernel/context';
import { idsOf } from '#server/kernel/id';
import { voidLinks } from '../profile/email-change.ts';
import type { UserRow } from '../user-answer.ts';

/**
 * Takes back what whoever is shut out may have asked for: limits raised since 72 hours before `doneAt` (real time), when the letter of a
 * freeze was sent or what is undone was done, an e-mail that waits to be confirmed, a shorter time to undo payments than the bank's, all trust
 * in payees, payees who were first paid since then, which by now may be known, and nicknames and pins that others were given since then: a
 * wrong name on a known payee misleads its owner.
 * The user's row is locked. Returns the facts for the audit row.
 */
export async function withdrawRequests(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  user: UserRow,
  doneAt: Date,
) {
  const now = clock.now();
  // Limits and payments are dated by the bank's clock.
  const after = secondsAfter(now, -FREEZE_LINK_SECONDS - secondsSince(doneAt, clock.real()));
  const cancelledRaises = await cancelRaises(tx, user, { now, after });
  const undoMinutes = await lengthenUndo(tx, user.id, now);
  const forgottenPayees = await forgetPayees(tx, user.id, after);
  const takenMarks = await takeMarks(tx, user.id, after);
  const endedTrusts = await endTrusts(tx, user.id);
  if (user.pendingEmail !== null) {
    const { users } = tx.tables;
    await voidLinks(tx, user.id);
    await tx.update(users).set({ pendingEmail: null }).where(eq(users.id, user.id));
  }
  return {
    ...(cancelledRaises > 0 && { cancelledRaises }),
    ...(undoMinutes !== null && { undoMinutes }),
    ...(forgottenPayees > 0 && { forgottenPayees }),
    ...takenMarks,
    ...(endedTrusts > 0 && { endedTrusts }),
    ...(user.pendingEmail !== null && { pendingEmail: { from: user.pendingEmail, to: null } }),
  };
}

async function cancelRaises(
  tx: Tx,
  { id, cnpj }: UserRow,
  { now, after }: { now: Date; after: Date },
): Promise<number> {
  const { limitCancellations: cancellations, limitRules: rules } = tx.tables;
  const own = await tx
    .select(columnsOf(rules, 'id', 'kind', 'window', 'amountCents', 'createdAt'))
    .from(rules)
    .leftJoin(cancellations, eq(cancellations.ruleId, rules.id))
    .where(and(eq(rules.userId, id), eq(rules.role, 'limit'), isNull(cancellations.ruleId)))
    .orderBy(asc(rules.id));
  const raises = raisedAfter(own, after, {
    isCompany: cnpj !== null,
    parameters: parametersOn(bankDate(now)),
  });
  if (raises.length > 0)
    await tx
      .insert(cancellations)
      .values(idsOf(raises).map((ruleId) => ({ ruleId, cancelledById: id, cancelledAt: now })));
  return raises.length;
}

async function forgetPayees(tx: Tx, userId: string, after: Date): Promise<number> {
  const { recipients } = tx.tables;
  const forgotten = await tx
    .delete(recipients)
    .where(and(eq(recipients.userId, userId), gt(recipients.firstPaidAt, after)))
    .returning({ id: recipients.id });
  return forgotten.length;
}

/** What a nickname or pin replaced is not kept. */
async function takeMarks(tx: Tx, userId: string, after: Date) {
  const { recipients } = tx.tables;
  const take = async (
    since: 'nicknamedAt' | 'pinnedAt',
    set: Partial<typeof recipients.$inferInsert>,
  ): Promise<number> => {
    const taken = await tx
      .update(recipients)
      .set(set)
      .where(and(eq(recipients.userId, userId), gt(recipients[since], after)))
      .returning({ id: recipients.id });
    return taken.length;
  };
  const takenNicknames = await take('nicknamedAt', { nickname: null, nicknamedAt: null });
  const takenPins = await take('pinnedAt', { pinnedAt: null });
  return { ...(takenNicknames > 0 && { takenNicknames }), ...(takenPins > 0 && { takenPins }) };
}

/** When it was given is not kept; their payments are confirmed until it is given again. */
async function endTrusts(tx: Tx, userId: string): Promise<number> {
  const { recipients } = tx.tables;
  const ended = await tx
    .update(recipients)
    .set({ trustedCents: null, trustedFrom: null })
    .where(and(eq(recipients.userId, userId), isNotNull(recipients.trustedCents)))
    .returning({ id: recipients.id });
  return ended.length;
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
