import { and, eq } from 'drizzle-orm';
import { refuse } from '#domain/refusal';
import { parseCpf } from '#domain/tax-id';
import type { Bank } from '#server/kernel/context';
import { lockedRow } from '../own-row.ts';
import { endFactors } from './end-factors.ts';

/** Only at the bank's machine, at once. Refuses NOT_FOUND, TWO_FACTOR_NOT_ENABLED. */
export async function endAdminFactor(bank: Bank, cpf: string): Promise<{ fullName: string }> {
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
    await endFactors(tx, ctx, user, 'machine');
    return { fullName: user.fullName };
  });
}
