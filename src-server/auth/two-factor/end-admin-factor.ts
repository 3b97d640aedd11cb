import { and, eq } from 'drizzle-orm';
import { refuse } from '#domain/refusal';
import { parseCpf } from '#domain/tax-id';
import { record } from '#server/audit/record';
import type { Bank } from '#server/kernel/context';
import { queueMessage } from '#server/outbox/queue-message';
import { trustedEmail } from '../email-hold.ts';
import { lockedRow } from '../own-row.ts';
import { endPasskeys } from '../passkeys/end.ts';
import { DUMMY_HASH } from '../password.ts';
import { endAllAccess } from '../revoke.ts';
import { removeFactor } from './undo-link.ts';

/** Only at the bank's machine. Voids the password and ends all access. Refuses NOT_FOUND, TWO_FACTOR_NOT_ENABLED. */
export async function endAdminFactor(bank: Bank, cpf: string): Promise<{ fullName: string }> {
  const at = bank.clock.real();
  const ctx = { ...bank, request: { ip: 'local', userAgent: 'admin:factor-off' }, user: null };
  return bank.db.transaction(async (tx) => {
    const { users } = tx.tables;
    const [found] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.cpf, parseCpf(cpf) ?? ''), eq(users.role, 'admin')));
    if (!found) refuse('NOT_FOUND');
    const user = await lockedRow(tx, found.id);
    if (user.totpSecret === null) refuse('TWO_FACTOR_NOT_ENABLED');
    await removeFactor(tx, user.id);
    await tx.update(users).set({ passwordHash: DUMMY_HASH }).where(eq(users.id, user.id));
    const ended = await endAllAccess(tx, user.id, { at });
    const endedPasskeys = await endPasskeys(tx, user.id, at);
    const { email } = await trustedEmail(tx, user, at);
    await queueMessage(tx, ctx, 'two_factor_ended', { ...user, email }, ctx);
    await record(tx, ctx, {
      action: 'disable_two_factor',
      entityId: user.id,
      changes: { provenBy: 'machine', ...ended, endedPasskeys },
    });
    return { fullName: user.fullName };
  });
}
