import { and, eq, gt, ne } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { secondsAfter } from '#domain/moment';
import { refuse } from '#domain/refusal';
import type { SignedInContext } from '#server/kernel/context';

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
  const { auditLog, users } = tx.tables;
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
  if (!corrected) return;
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.isActive, true), ne(users.id, user.id)))
    .limit(1);
  if (other) refuse('CORRECTED_BY_YOU');
}
