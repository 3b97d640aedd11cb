import { refuse } from '#domain/refusal';
import type { Bank } from '#server/kernel/context';
import { lockedAdmin } from '../own-row.ts';
import { endFactors } from './end-factors.ts';

/** Only at the bank's machine, at once. Refuses NOT_FOUND, TWO_FACTOR_NOT_ENABLED. */
export async function endAdminFactor(bank: Bank, cpf: string): Promise<{ fullName: string }> {
  const ctx = { ...bank, request: { ip: 'local', userAgent: 'admin:factor-off' }, user: null };
  return bank.db.transaction(async (tx) => {
    const user = await lockedAdmin(tx, cpf);
    if (user.totpSecret === null) refuse('TWO_FACTOR_NOT_ENABLED');
    await endFactors(tx, ctx, user, 'machine');
    return { fullName: user.fullName };
  });
}
