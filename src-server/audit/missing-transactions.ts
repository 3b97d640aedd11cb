import { and, asc, eq, gt, isNotNull, isNull, lte } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { ranges } from '#server/work/pages';

const SEQS_AT_ONCE = 5000;

export type MissingTransaction = { seq: number; transactionId: string };

/** Transactions in the audit log but not in the ledger, which still balances when all entries of one were deleted. */
export async function missingTransactions(db: Reader): Promise<MissingTransaction[]> {
  const { auditHead } = db.tables;
  const [head] = await db.select({ seq: auditHead.seq }).from(auditHead).where(eq(auditHead.id, 1));
  const missing: MissingTransaction[] = [];
  for await (const { after } of ranges({ upTo: head?.seq ?? 0 }, SEQS_AT_ONCE))
    missing.push(...(await missingAmong(db, after)));
  return missing;
}

async function missingAmong(db: Reader, afterSeq: number): Promise<MissingTransaction[]> {
  const { auditLog, transactions } = db.tables;
  const rows = await db
    .select({ seq: auditLog.seq, transactionId: auditLog.entityId })
    .from(auditLog)
    .leftJoin(transactions, eq(transactions.id, auditLog.entityId))
    .where(
      and(
        gt(auditLog.seq, afterSeq),
        lte(auditLog.seq, afterSeq + SEQS_AT_ONCE),
        eq(auditLog.entityType, 'transaction'),
        isNotNull(auditLog.entityId),
        isNull(transactions.id),
      ),
    )
    .orderBy(asc(auditLog.seq));
  return rows.map(({ transactionId, ...row }) => ({ ...row, transactionId: transactionId ?? '' }));
}
