import { and, eq, type SQL } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { toDecimal } from '#domain/money';
import type { PersonalData } from '#server/kernel/context';
import { newestPages } from '#server/work/pages';

/** The payments themselves are among the transactions and orders. */
export const coveredPaymentData: PersonalData = {
  name: 'coveredPayments',
  async *pages(db: Reader, userId: string) {
    const { coveredPayments: covered } = db.tables;
    const own = eq(covered.userId, userId);
    const query = (next?: SQL) => db.select().from(covered).where(and(own, next));
    for await (const rows of newestPages(query, covered.coverId, (row) => row.coverId))
      yield rows.map((row) => ({
        transactionId: row.coverId,
        kind: row.kind,
        status: row.status,
        amount: toDecimal(row.amountCents),
        cover: toDecimal(row.coverCents),
        failReason: row.failReason,
        createdAt: row.createdAt.toISOString(),
        concludedAt: row.concludedAt?.toISOString() ?? null,
      }));
  },
};
