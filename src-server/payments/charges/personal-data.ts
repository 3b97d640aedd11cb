import { and, eq, type SQL } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import { toDecimal } from '#domain/money';
import type { PersonalData } from '#server/kernel/context';
import { newestPages } from '#server/work/pages';

/** Which payment paid which charge; the payments themselves are among those received. */
export const chargePaymentData: PersonalData = {
  name: 'chargePayments',
  async *pages(db: Reader, userId: string) {
    const { chargePayments: payments, charges } = db.tables;
    const own = eq(charges.userId, userId);
    const query = (next?: SQL) =>
      db
        .select(
          columnsOf(
            payments,
            'providerId',
            'chargeId',
            'transactionId',
            'amountCents',
            'payerName',
            'createdAt',
          ),
        )
        .from(payments)
        .innerJoin(charges, eq(charges.id, payments.chargeId))
        .where(and(own, next));
    for await (const rows of newestPages(query, payments.transactionId, (row) => row.transactionId))
      yield rows.map(({ amountCents, createdAt, ...row }) => ({
        ...row,
        amount: toDecimal(amountCents),
        createdAt: createdAt.toISOString(),
      }));
  },
};

export const chargeData: PersonalData = {
  name: 'charges',
  async *pages(db: Reader, userId: string) {
    const { charges } = db.tables;
    const own = eq(charges.userId, userId);
    const query = (next?: SQL) => db.select().from(charges).where(and(own, next));
    for await (const rows of newestPages(query, charges.id, (row) => row.id))
      yield rows.map((row) => ({
        id: row.id,
        publicId: row.publicId,
        kind: row.kind,
        status: row.status,
        amount: toDecimal(row.amountCents),
        description: row.description,
        dueOn: row.dueOn,
        validDays: row.validDays,
        terms: row.terms,
        providerId: row.providerId,
        payload: row.payload,
        txid: row.txid,
        payeeName: row.payeeName,
        payeeDocument: row.payeeDocument,
        institution: row.institution,
        failReason: row.failReason,
        endsAt: row.endsAt.toISOString(),
        createdAt: row.createdAt.toISOString(),
        concludedAt: row.concludedAt?.toISOString() ?? null,
      }));
  },
};
