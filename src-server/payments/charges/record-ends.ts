import type { Tx } from '#db/db';
import { record } from '#server/audit/record';
import { systemActor } from '#server/audit/system-actor';
import type { Bank } from '#server/kernel/context';

/** One row for each charge that no customer has ended. */
export async function recordEnds(
  tx: Tx,
  bank: Bank,
  ended: readonly { id: string }[],
  changes: { status: 'expired' | 'failed' | 'cancelled'; reason?: string },
): Promise<void> {
  for (const { id: entityId } of ended)
    await record(tx, systemActor(bank, 'Pagamentos do banco'), { action: 'end_charge', entityId, changes });
}
