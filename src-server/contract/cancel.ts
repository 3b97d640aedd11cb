import { and, eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { type AuditContext, record } from '#server/audit/record';

/** Returns false if already signed or cancelled. */
export async function cancelContract(tx: Tx, ctx: AuditContext, relatedId: string): Promise<boolean> {
  const { contracts } = tx.tables;
  const [cancelled] = await tx
    .update(contracts)
    .set({ status: 'cancelled' })
    .where(and(eq(contracts.relatedId, relatedId), eq(contracts.status, 'pending_signature')))
    .returning({ id: contracts.id });
  if (!cancelled) return false;
  await record(tx, ctx, {
    action: 'cancel_contract',
    entityId: cancelled.id,
    changes: { status: { from: 'pending_signature', to: 'cancelled' } },
  });
  return true;
}
