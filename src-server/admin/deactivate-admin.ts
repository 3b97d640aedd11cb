import { eq } from 'drizzle-orm';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import { lockedAdmin } from '#server/auth/own-row';
import { endAllAccess } from '#server/auth/revoke';
import type { Bank } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';

const REASON = 'Por quem opera o banco';

/**
 * Only at the bank's machine, also the last active one: an administrator who ended the access of all others could otherwise be ended by nobody.
 * Refuses NOT_FOUND, USER_ALREADY_INACTIVE.
 */
export async function deactivateAdmin(bank: Bank, cpf: string): Promise<{ fullName: string }> {
  const ctx = { ...bank, request: { ip: 'local', userAgent: 'admin:deactivate' }, user: null };
  return bank.db.transaction(async (tx) => {
    const { users } = tx.tables;
    const user = await lockedAdmin(tx, cpf);
    if (!user.isActive) refuse('USER_ALREADY_INACTIVE');
    await tx.update(users).set({ isActive: false, inactiveReason: REASON }).where(eq(users.id, user.id));
    const ended = await endAllAccess(tx, user.id, { at: bank.clock.real(), keys: 'all' });
    await queueMessage(tx, ctx, 'user_deactivated', user, { reason: REASON });
    await record(tx, ctx, {
      action: 'deactivate_user',
      entityId: user.id,
      changes: { reason: REASON, provenBy: 'machine', ...ended },
    });
    return { fullName: user.fullName };
  });
}
