import { and, desc, eq, gt, ne } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { secondsAfter } from '#domain/moment';
import { refuse } from '#domain/refusal';
import type { Actor, SignedInContext } from '#server/kernel/context';

const CORRECTED_SECONDS = 30 * 24 * 3600;

/**
 * Refuses CORRECTED_BY_YOU to an administrator who corrected this customer's e-mail in the last 30 days, while another one is active: whoever
 * chose where the links for a new password go could otherwise sign in as the customer and take a credit in their name.
 */
export async function refuseCorrector(
  tx: Tx,
  { user, clock }: SignedInContext,
  customerId: string,
): Promise<void> {
  const { auditLog } = tx.tables;
  const [corrected] = await tx
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.userId, user.id),
        eq(auditLog.action, 'correct_email'),
        eq(auditLog.entityId, customerId),
        gt(auditLog.createdAt, secondsAfter(clock.now(), -CORRECTED_SECONDS)),
      ),
    )
    .limit(1);
  if (corrected && (await isAnotherActive(tx, user))) refuse('CORRECTED_BY_YOU');
}

/**
 * Refuses DOCUMENT_ASKED_BY_YOU to the administrator who asked last that this customer's document be freed, while another one is active: nobody
 * alone takes it from its holder.
 */
export async function refuseAsker(tx: Tx, { user }: SignedInContext, customerId: string): Promise<void> {
  const { auditLog } = tx.tables;
  const [asked] = await tx
    .select({ by: auditLog.userId })
    .from(auditLog)
    .where(and(eq(auditLog.action, 'ask_document_free'), eq(auditLog.entityId, customerId)))
    .orderBy(desc(auditLog.seq))
    .limit(1);
  if (asked?.by === user.id && (await isAnotherActive(tx, user))) refuse('DOCUMENT_ASKED_BY_YOU');
}

async function isAnotherActive(tx: Tx, { id }: Actor): Promise<boolean> {
  const { users } = tx.tables;
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.isActive, true), ne(users.id, id)))
    .limit(1);
  return other !== undefined;
}
