import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import type { UserRow } from './user-answer.ts';

/** Before anything that somebody chose. */
export const EVER = new Date(0);

/**
 * Whether a link is the first proof of the mailbox that it went to (`emailConfirmedAt`: of that one). A stranger may have opened the account
 * with somebody else's, added what opens it without the password, and chosen payees that mislead its owner. A corrected e-mail is not confirmed
 * either: its mailbox, which an administrator chose, must not end an owner's older keys.
 */
export async function provesFirst(
  tx: Tx,
  { id, emailConfirmedAt }: Pick<UserRow, 'id' | 'emailConfirmedAt'>,
): Promise<boolean> {
  if (emailConfirmedAt !== null) return false;
  const { auditLog } = tx.tables;
  const [corrected] = await tx
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.entityId, id),
        // As in `audit_log_addresses`: bound values would keep it from being used.
        sql`entity_type = 'user' and action in ('update_user', 'correct_email')`,
        eq(auditLog.action, 'correct_email'),
      ),
    )
    .limit(1);
  return !corrected;
}
