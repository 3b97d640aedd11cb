import { and, desc, eq, lt, type SQL } from 'drizzle-orm';
import { columnsOf } from '#db/columns';
import type { Reader } from '#db/db';
import { toDecimal } from '#domain/money';
import { isLimited } from '#domain/protection/intent';
import { shownTarget } from '#domain/protection/shown-target';
import { maskDocument } from '#domain/tax-id';
import type { PersonalData } from '#server/kernel/context';
import { newestPages } from '#server/work/pages';
import type { KeptSignals } from './signals/judge-payment.ts';
import { itsPayment, waitingColumns } from './waiting/waiting-row.ts';

const decimalOrNull = (cents: number | null): string | null => (cents === null ? null : toDecimal(cents));
const isoOrNull = (moment: Date | null): string | null => moment?.toISOString() ?? null;

/** What the customer has chosen about payments as a whole. */
export const protectionData: PersonalData = {
  name: 'protection',
  async *pages(db: Reader, userId: string) {
    const { protections } = db.tables;
    const rows = await db.select().from(protections).where(eq(protections.userId, userId));
    yield rows.map(
      ({
        rulesSince,
        confirmAboveCents,
        undoMinutes,
        frozenAt,
        contactChangedAt,
        factorsEndAt,
        documentFreeFrom,
      }) => ({
        rulesSince: isoOrNull(rulesSince),
        confirmAbove: decimalOrNull(confirmAboveCents),
        undoMinutes,
        frozenAt: isoOrNull(frozenAt),
        contactChangedAt: isoOrNull(contactChangedAt),
        factorsEndAt: isoOrNull(factorsEndAt),
        documentFreeFrom: isoOrNull(documentFreeFrom),
      }),
    );
  },
};

/** Every limit and maximum, with those that were cancelled. */
export const chosenLimitData: PersonalData = {
  name: 'limits',
  async *pages(db: Reader, userId: string) {
    const { limitRules: rules, limitCancellations: cancellations } = db.tables;
    const rows = await db
      .select({ rule: rules, cancelledAt: cancellations.cancelledAt })
      .from(rules)
      .leftJoin(cancellations, eq(cancellations.ruleId, rules.id))
      .where(eq(rules.userId, userId))
      .orderBy(desc(rules.id));
    yield rows.map(({ rule: { id, role, kind, window, reason, ...rule }, cancelledAt }) => ({
      id,
      role,
      kind,
      window,
      amount: toDecimal(rule.amountCents),
      effectiveAt: rule.effectiveAt.toISOString(),
      byCustomer: rule.createdById === userId,
      reason,
      createdAt: rule.createdAt.toISOString(),
      cancelledAt: isoOrNull(cancelledAt),
    }));
  },
};

/** Each payment and how it was authorised, account by account: each took money from one of them. */
export const paymentIntentData: PersonalData = {
  name: 'paymentIntents',
  async *pages(db: Reader, userId: string) {
    const { accounts, entries, paymentIntents: intents } = db.tables;
    const own = await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.userId, userId));
    for (const { id } of own) {
      const paidFrom = and(eq(entries.accountId, id), lt(entries.amountCents, 0));
      const query = (next?: SQL) =>
        db
          .select({ seq: entries.seq, intent: intents })
          .from(entries)
          .innerJoin(intents, eq(intents.id, entries.transactionId))
          .where(and(paidFrom, eq(intents.userId, userId), next));
      for await (const rows of newestPages(query, entries.seq, ({ seq }) => seq))
        yield rows.map(({ intent: { userId: _user, amountCents, createdAt, signals, ...row } }) => ({
          ...row,
          target: row.target && (isLimited(row.kind) ? shownTarget(row.kind, row.target) : row.target),
          signals: factsOf(signals),
          amount: toDecimal(amountCents),
          executeAt: row.executeAt.toISOString(),
          createdAt: createdAt.toISOString(),
          concludedAt: isoOrNull(row.concludedAt),
        }));
    }
  },
};

/** What was looked at and what followed, without points: they would tell a thief how far to go. */
function factsOf(signals: unknown) {
  const kept = signals as KeptSignals | null;
  return kept && { outcome: kept.outcome, facts: kept.facts };
}

/** Payments that could be undone, and what became of them. */
export const waitingPaymentData: PersonalData = {
  name: 'waitingPayments',
  async *pages(db: Reader, userId: string) {
    const { paymentIntents: intents, paymentReviews: reviews, waitingPayments: waiting } = db.tables;
    const own = eq(waiting.userId, userId);
    const query = (next?: SQL) =>
      db
        .select({
          ...waitingColumns(db),
          review: columnsOf(reviews, 'status', 'reasons', 'reason', 'decidedAt'),
        })
        .from(waiting)
        .innerJoin(intents, itsPayment(db))
        .leftJoin(reviews, eq(reviews.transactionId, waiting.transactionId))
        .where(and(own, next));
    for await (const rows of newestPages(query, waiting.transactionId, (row) => row.transactionId))
      yield rows.map((row) => ({
        transactionId: row.transactionId,
        kind: row.kind,
        status: row.status,
        amount: toDecimal(row.amountCents),
        payeeName: row.payeeName,
        payeeDocument: row.payeeDocument && maskDocument(row.payeeDocument),
        paymentId: row.paymentId,
        reason: row.reason,
        review: row.review && { ...row.review, decidedAt: isoOrNull(row.review.decidedAt) },
        releaseAt: row.releaseAt.toISOString(),
        createdAt: row.createdAt.toISOString(),
        concludedAt: isoOrNull(row.concludedAt),
      }));
  },
};

/** Payments that their signals had refused. */
export const refusedPaymentData: PersonalData = {
  name: 'refusedPayments',
  async *pages(db: Reader, userId: string) {
    const { refusedPayments: refused } = db.tables;
    const own = eq(refused.userId, userId);
    const query = (next?: SQL) => db.select().from(refused).where(and(own, next));
    for await (const rows of newestPages(query, refused.id, (row) => row.id))
      yield rows.map(({ userId: _user, idempotencyKey: _key, amountCents, createdAt, signals, ...row }) => ({
        ...row,
        target: shownTarget(row.kind, row.target),
        signals: factsOf(signals),
        amount: toDecimal(amountCents),
        createdAt: createdAt.toISOString(),
      }));
  },
};
