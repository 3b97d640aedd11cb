import { desc } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { toDecimal } from '#domain/money';
import { among } from '#server/kernel/any-of';
import type { PersonalData } from '#server/kernel/context';
import { idsOf } from '#server/kernel/id';
import { newestCharges } from './own-charges.ts';

/** Which payment paid which charge; the payments themselves are among those received. */
export const chargePaymentData: PersonalData = {
  name: 'chargePayments',
  async *pages(db: Reader, userId: string) {
    const { chargePayments: payments } = db.tables;
    const { providerId, chargeId, transactionId, amountCents, payerName, createdAt } = payments;
    for await (const charges of newestCharges(db, userId)) {
      const rows = await db
        .select({ providerId, chargeId, transactionId, amountCents, payerName, createdAt })
        .from(payments)
        .where(among(db, chargeId, idsOf(charges)))
        .orderBy(desc(createdAt), desc(providerId));
      yield rows.map(({ amountCents: cents, createdAt: at, ...row }) => ({
        ...row,
        amount: toDecimal(cents),
        createdAt: at.toISOString(),
      }));
    }
  },
};

export const chargeData: PersonalData = {
  name: 'charges',
  async *pages(db: Reader, userId: string) {
    for await (const rows of newestCharges(db, userId))
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
