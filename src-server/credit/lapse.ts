import { and, asc, eq, lt, sql } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import type { Tx } from '#db/db';
import { SIGNATURE_DAYS } from '#domain/credit/words';
import { type AuditContext, record } from '#server/audit/record';
import { systemActor } from '#server/audit/system-actor';
import { cancelContract } from '#server/contract/cancel';
import type { Bank } from '#server/kernel/context';
import { logFailure } from '#server/kernel/log-failure';
import { bankMidnight } from '#server/ledger/bank-day';
import { queueMessage, receiverOf, type Sender } from '#server/outbox/queue-message';
import { pages } from '#server/work/pages';
import { eachOfAll } from '#server/work/queue';

const PAGE = 100;

/** Approvals before this moment can no longer be signed on `day`. */
export const signableSince = (day: string): Date => bankMidnight(day, { plusDays: -SIGNATURE_DAYS });

/** Lapses approvals that stayed unsigned for SIGNATURE_DAYS; the last day still counts. */
export async function lapseUnsigned(bank: Bank, day: string): Promise<void> {
  const { creditProposals: proposals } = bank.db.tables;
  const before = signableSince(day);
  const ctx = { ...systemActor(bank), ...bank };
  const { createdAt, id } = proposals;
  const read = (last: { id: string; createdAt: Date } | null) =>
    bank.db
      .select(columnsOf(proposals, 'id', 'createdAt'))
      .from(proposals)
      .where(
        and(
          eq(proposals.status, 'approved'),
          lt(proposals.decidedAt, before),
          last
            ? sql`(${createdAt}, ${id}) > (${sql.param(last.createdAt, createdAt)}, ${last.id})`
            : undefined,
        ),
      )
      .orderBy(asc(createdAt), asc(id))
      .limit(PAGE);
  await eachOfAll(pages(PAGE, read), {
    work: (approved) => bank.db.transaction((tx) => lapse(tx, ctx, approved.id)),
    failed: (approved, error) =>
      logFailure(bank.log, error, 'an unsigned credit could not lapse', { proposal: approved.id }),
  });
}

/** Cancels an unsigned approval with contract and instalments. Returns false if no longer approved. */
export async function lapse(tx: Tx, ctx: AuditContext & Sender, proposalId: string): Promise<boolean> {
  const { creditProposals: proposals, instalments } = tx.tables;
  const [row] = await tx
    .update(proposals)
    .set({ status: 'cancelled' })
    .where(and(eq(proposals.id, proposalId), eq(proposals.status, 'approved')))
    .returning();
  if (!row) return false;
  await tx.delete(instalments).where(eq(instalments.proposalId, proposalId));
  await queueMessage(tx, ctx, 'credit_lapsed', await receiverOf(tx, row.userId), row);
  await cancelContract(tx, ctx, proposalId);
  await record(tx, ctx, {
    action: 'lapse_credit',
    entityId: proposalId,
    changes: { status: { from: 'approved', to: 'cancelled' } },
  });
  return true;
}
