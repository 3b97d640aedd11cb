import { and, eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { type AuditContext, record } from '#server/audit/record';
import { cancelContract } from '#server/contract/cancel';
import type { Env } from '#server/env';
import { tellLapsed } from './decision-mails.ts';

/**
 * Ends an approved proposal whose contract was not signed in time: proposal and contract are cancelled, the provisional
 * instalments are gone, the customer is told. Answers false when it is approved no more: signed, or ended before.
 */
export async function lapse(
  tx: Tx,
  ctx: AuditContext & { env: Pick<Env, 'APP_ORIGIN'> },
  proposalId: string,
): Promise<boolean> {
  const { creditProposals: proposals, instalments } = tx.tables;
  const [row] = await tx
    .update(proposals)
    .set({ status: 'cancelled' })
    .where(and(eq(proposals.id, proposalId), eq(proposals.status, 'approved')))
    .returning();
  if (!row) return false;
  await tx.delete(instalments).where(eq(instalments.proposalId, proposalId));
  await tellLapsed(tx, ctx.env, row, ctx.clock.now());
  await cancelContract(tx, ctx, proposalId);
  await record(tx, ctx, {
    action: 'lapse_credit',
    entityType: 'credit_proposal',
    entityId: proposalId,
    changes: { status: { from: 'approved', to: 'cancelled' } },
  });
  return true;
}
