import { and, eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { type AuditContext, type AuditEvent, record } from '#server/audit/record';

/** In a closure's transaction. Returns false if already signed or cancelled. */
export async function cancelContract(tx: Tx, ctx: AuditContext, relatedId: string): Promise<boolean> {
  const { contracts } = tx.tables;
  const [cancelled] = await tx
    .update(contracts)
    .set({ status: 'cancelled' })
    .where(and(eq(contracts.relatedId, relatedId), eq(contracts.status, 'pending_signature')))
    .returning({ id: contracts.id });
  if (!cancelled) return false;
  await record(tx, ctx, cancellationOf(cancelled.id));
  return true;
}

export const cancellationOf = (id: string): AuditEvent => ({
  action: 'cancel_contract',
  entityId: id,
  changes: { status: { from: 'pending_signature', to: 'cancelled' } },
});
