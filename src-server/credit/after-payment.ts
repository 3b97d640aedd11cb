import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import type { Reader, Tx } from '#db/db';
import { overdueUpTo } from '#domain/credit/late';
import { DEFAULT_AFTER_OVERDUE } from '#domain/credit/standing';
import type { AuditEvent } from '#server/audit/record';
import { queueMessage, receiverOf, type Sender } from '#server/outbox/queue-message';
import type { ProposalRow } from './shapes.ts';

export async function openCounts(
  on: Reader,
  proposalId: string,
  today: string,
): Promise<{ unpaid: number; overdue: number }> {
  const [counts] = await on
    .prepared('credit.openCounts', (reader, { instalments }) =>
      reader
        .select({
          unpaid: sql`count(case when ${isNull(instalments.paidOn)} then 1 end)`.mapWith(Number),
          overdue:
            sql`count(case when ${and(isNull(instalments.paidOn), lte(instalments.dueOn, sql.placeholder('upTo')))} then 1 end)`.mapWith(
              Number,
            ),
        })
        .from(instalments)
        .where(eq(instalments.proposalId, sql.placeholder('proposalId'))),
    )
    .execute({ proposalId, upTo: overdueUpTo(today) });
  return counts ?? { unpaid: 0, overdue: 0 };
}

/**
 * Updates the credit's state after a payment; the caller holds its lock and writes the returned audit rows
 * last.
 */
export async function afterPayment(
  tx: Tx,
  ctx: Sender,
  credit: ProposalRow,
  { on, at }: { on: string; at: Date },
): Promise<AuditEvent[]> {
  const { unpaid, overdue } = await openCounts(tx, credit.id, on);
  const isCured = credit.status === 'defaulted' && overdue < DEFAULT_AFTER_OVERDUE;
  const isCleared = credit.negativatedAt !== null && overdue === 0;
  const isFinished = unpaid === 0;
  if (!isCured && !isCleared && !isFinished) return [];
  const { creditProposals: proposals } = tx.tables;
  await tx
    .update(proposals)
    .set({
      ...(isCured && { status: 'active' as const }),
      ...(isCleared && { negativatedAt: null }),
      ...(isFinished && { finishedAt: at }),
    })
    .where(eq(proposals.id, credit.id));
  const kind = isFinished ? 'credit_finished' : 'credit_cured';
  await queueMessage(tx, ctx, kind, await receiverOf(tx, credit.userId), { ...credit, overdue });
  const cured: AuditEvent = {
    action: 'cure_credit',
    entityId: credit.id,
    changes: {
      ...(isCured && { status: { from: 'defaulted', to: 'active' } }),
      ...(isCleared && { negativated: { from: true, to: false } }),
      overdue,
    },
  };
  const finished: AuditEvent = { action: 'finish_credit', entityId: credit.id };
  return [...(isCured || isCleared ? [cured] : []), ...(isFinished ? [finished] : [])];
}
