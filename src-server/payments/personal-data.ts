import { and, eq, type SQL } from 'drizzle-orm';
import type { Reader } from '#db/db';
import { toDecimal } from '#domain/money';
import { shownKey } from '#domain/pix/key';
import { shownTarget } from '#domain/protection/shown-target';
import { maskDocument } from '#domain/tax-id';
import type { PersonalData } from '#server/kernel/context';
import { findExternal } from '#server/onboarding/external-account';
import { newestPages } from '#server/work/pages';

/** Without the account's API key. */
export const externalAccountData: PersonalData = {
  name: 'externalAccount',
  async *pages(db: Reader, userId: string) {
    const external = await findExternal(db, userId);
    if (!external) return;
    const { apiKey: _key, userId: _user, createdAt, checkedAt, activatedAt, ...kept } = external;
    yield [
      {
        ...kept,
        createdAt: createdAt.toISOString(),
        checkedAt: checkedAt?.toISOString() ?? null,
        activatedAt: activatedAt?.toISOString() ?? null,
      },
    ];
  },
};

export const paymentOrderData: PersonalData = {
  name: 'paymentOrders',
  async *pages(db: Reader, userId: string) {
    const { paymentOrders: orders } = db.tables;
    const own = eq(orders.userId, userId);
    const query = (next?: SQL) => db.select().from(orders).where(and(own, next));
    for await (const rows of newestPages(query, orders.transactionId, (row) => row.transactionId))
      yield rows.map((row) => ({
        transactionId: row.transactionId,
        kind: row.kind,
        status: row.status,
        amount: toDecimal(row.amountCents),
        target: row.target && shownKey({ type: row.targetType, canonical: row.target }),
        targetType: row.targetType,
        payeeName: row.payeeName,
        payeeDocument: row.payeeDocument && maskDocument(row.payeeDocument),
        dueOn: row.dueOn,
        returned: row.incomingId,
        returnReason: row.returnReason,
        returnText: row.returnText,
        payload: row.payload,
        txid: row.txid,
        providerId: row.providerId,
        endToEndId: row.endToEndId,
        failReason: row.failReason,
        createdAt: row.createdAt.toISOString(),
        concludedAt: row.concludedAt?.toISOString() ?? null,
      }));
  },
};

export const incomingPaymentData: PersonalData = {
  name: 'incomingPayments',
  async *pages(db: Reader, userId: string) {
    const { incomingPayments: payments } = db.tables;
    const own = eq(payments.userId, userId);
    const query = (next?: SQL) => db.select().from(payments).where(and(own, next));
    for await (const rows of newestPages(query, payments.transactionId, (row) => row.transactionId))
      yield rows.map(({ userId: _user, amountCents, payerDocument, createdAt, ...row }) => ({
        ...row,
        amount: toDecimal(amountCents),
        payerDocument: payerDocument && maskDocument(payerDocument),
        createdAt: createdAt.toISOString(),
      }));
  },
};

/** Payments to the person that the bank held because their account could not take them. */
export const heldPaymentData: PersonalData = {
  name: 'heldPayments',
  async *pages(db: Reader, userId: string) {
    const { heldPayments: payments } = db.tables;
    const own = eq(payments.userId, userId);
    const query = (next?: SQL) => db.select().from(payments).where(and(own, next));
    for await (const rows of newestPages(query, payments.transactionId, (row) => row.transactionId))
      yield rows.map((row) => ({
        transactionId: row.transactionId,
        providerId: row.providerId,
        status: row.status,
        amount: toDecimal(row.amountCents),
        payerName: row.payerName,
        payerDocument: row.payerDocument && maskDocument(row.payerDocument),
        endToEndId: row.endToEndId,
        createdAt: row.createdAt.toISOString(),
        concludedAt: row.concludedAt?.toISOString() ?? null,
      }));
  },
};

/** Claims of the person's keys, and of keys that the person wanted. */
export const keyClaimData: PersonalData = {
  name: 'keyClaims',
  async *pages(db: Reader, userId: string) {
    const { keyClaims: claims } = db.tables;
    const own = eq(claims.userId, userId);
    const query = (next?: SQL) => db.select().from(claims).where(and(own, next));
    for await (const rows of newestPages(query, claims.id, (row) => row.id))
      yield rows.map(({ userId: _user, nextLookAt: _look, key, ...row }) => ({
        ...row,
        key: shownKey({ type: row.keyType, canonical: key }),
        resolveBy: row.resolveBy.toISOString(),
        completeBy: row.completeBy.toISOString(),
        createdAt: row.createdAt.toISOString(),
        concludedAt: row.concludedAt?.toISOString() ?? null,
      }));
  },
};

/** The person's keys, as the provider listed them last. */
export const pixKeyData: PersonalData = {
  name: 'pixKeys',
  async *pages(db: Reader, userId: string) {
    const { pixKeys: keys } = db.tables;
    const own = eq(keys.userId, userId);
    const query = (next?: SQL) => db.select().from(keys).where(and(own, next));
    for await (const rows of newestPages(query, keys.key, ({ key }) => key))
      yield rows.map(({ key, type, providerId, seenAt }) => ({
        key: shownKey({ type, canonical: key }),
        type,
        providerId,
        seenAt: seenAt.toISOString(),
      }));
  },
};

/** Whose keys the person looked at before paying, of the last day. */
export const keyLookupData: PersonalData = {
  name: 'keyLookups',
  async *pages(db: Reader, userId: string) {
    const { keyLookups: lookups } = db.tables;
    const own = eq(lookups.userId, userId);
    const query = (next?: SQL) => db.select().from(lookups).where(and(own, next));
    for await (const rows of newestPages(query, lookups.key, ({ key }) => key))
      yield rows.map(({ key, name, document, institution, source, lookedUpAt }) => ({
        key: shownTarget('pix_person', key),
        ...{ name, document, institution, source },
        lookedUpAt: lookedUpAt.toISOString(),
      }));
  },
};
