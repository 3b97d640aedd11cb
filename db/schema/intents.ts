import { sql } from 'drizzle-orm';
import type { Kit } from '#db/kit/kit';
import type { authTables } from '#db/schema/auth';
import type { ledgerTables } from '#db/schema/ledger';
import { ownerIn } from '#db/schema/owner';
import type { protectionTables } from '#db/schema/protection';
import { INTENT_KINDS, INTENT_STATES } from '#domain/protection/intent';
import { REVIEW_STATUSES, WAITING_KINDS, WAITING_STATUSES } from '#domain/protection/waiting';
import { PROOF_METHODS } from '#domain/protection/words';

/** Payments that leave customers' accounts, and those of them that wait. Moments are the bank's, except where noted. */
export const intentTables = (
  kit: Kit,
  { users }: ReturnType<typeof authTables>,
  { accounts, transactions }: ReturnType<typeof ledgerTables>,
  { confirmations }: ReturnType<typeof protectionTables>,
) => {
  const owner = ownerIn(kit, { users });

  /**
   * The one row of each payment; orders, reservations and limits hang on it. The key is the id under which it was asked for: that of
   * its transaction, or of its reservation. Guards let nothing change but its state, forward, and its transaction, once.
   */
  const paymentIntents = kit.table(
    'payment_intents',
    {
      id: kit.id('id').primaryKey(),
      /** Who asked for it. */
      userId: owner(),
      /** Where the money comes from. */
      accountId: kit
        .id('account_id')
        .notNull()
        .references(() => accounts.id),
      kind: kit.oneOf('kind', INTENT_KINDS).notNull(),
      /** As `recipients` and confirmations name the payee; of a return the incoming payment; null: the customer's other account. */
      target: kit.text('target'),
      amountCents: kit.cents('amount_cents').notNull(),
      /** When it is to be made. */
      executeAt: kit.at('execute_at').notNull(),
      state: kit.oneOf('state', INTENT_STATES).notNull(),
      /** What paid it, or reserved the money for its order; null until then. */
      transactionId: kit.id('transaction_id').references(() => transactions.id),
      /** What showed that it is its owner's will; null: no rules held. */
      method: kit.oneOf('method', PROOF_METHODS),
      /** `public_id` of the session, or the id of the token. */
      accessId: kit.id('access_id'),
      confirmationId: kit.id('confirmation_id').references(() => confirmations.id),
      /** Beside the day or night and the month, the `limit_uses.period` that it counted in; null: none. */
      ownPeriod: kit.text('own_period'),
      /** Version of the rules that were applied. */
      rules: kit.text('rules'),
      /** What its signals were, so that other rules can judge it again; null: not judged. */
      signals: kit.json('signals'),
      createdAt: kit.at('created_at').notNull(),
      concludedAt: kit.at('concluded_at'),
    },
    (t) => [
      // None by customer, day or state: with each of them every payment would write to one page more. An entry leads to each row.
      kit.uniqueIndex('payment_intents_transaction').on(t.transactionId).where(sql`transaction_id <> id`),
      kit.index('payment_intents_confirmation').on(t.confirmationId).where(sql`confirmation_id is not null`),
      kit.check('payment_intents_amount', sql`${t.amountCents} > 0`),
      kit.check(
        'payment_intents_paid',
        sql`${t.state} = 'failed' or (${t.state} in ('executing', 'done', 'returned')) = (${t.transactionId} is not null)`,
      ),
      kit.check(
        'payment_intents_concluded',
        sql`(${t.state} in ('done', 'failed', 'cancelled', 'returned')) = (${t.concludedAt} is not null)`,
      ),
      kit.check('payment_intents_authorised', sql`(${t.method} is null) = (${t.rules} is null)`),
    ],
  );

  /**
   * Payments that their customer can still undo. The key is the payment's, and that of the transaction which
   * reserved the money in the `held` account.
   */
  const waitingPayments = kit.table(
    'waiting_payments',
    {
      transactionId: kit
        .id('transaction_id')
        .primaryKey()
        .references(() => paymentIntents.id),
      /** As its payment has it, for the count of a customer's. */
      userId: owner(),
      kind: kit.oneOf('kind', WAITING_KINDS).notNull(),
      status: kit.oneOf('status', WAITING_STATUSES).notNull(),
      payeeName: kit.text('payee_name'),
      payeeDocument: kit.text('payee_document'),
      /** The payment's input. */
      request: kit.json('request').notNull(),
      /** Real time; null once concluded. */
      nextLookAt: kit.at('next_look_at'),
      /** The transaction that ended the reservation, and the payment it was ended for. */
      endedById: kit.id('ended_by_id').references(() => transactions.id),
      paymentId: kit.id('payment_id').references(() => transactions.id),
      /** Why it was not paid; of one that waits: why it is going to be given back. */
      reason: kit.text('reason'),
      concludedAt: kit.at('concluded_at'),
    },
    (t) => [
      kit.index('waiting_payments_user').on(t.userId, t.transactionId),
      kit.index('waiting_payments_waiting').on(t.userId).where(sql`status = 'waiting'`),
      kit.index('waiting_payments_due').on(t.nextLookAt).where(sql`status = 'waiting'`),
      kit.check(
        'waiting_payments_concluded',
        sql`(${t.status} = 'waiting') = (${t.concludedAt} is null) and (${t.status} = 'waiting') = (${t.endedById} is null) and (${t.status} = 'paid') = (${t.paymentId} is not null)`,
      ),
    ],
  );

  /** A payment that waits until an administrator has decided. Decided once. */
  const paymentReviews = kit.table(
    'payment_reviews',
    {
      transactionId: kit
        .id('transaction_id')
        .primaryKey()
        .references(() => waitingPayments.transactionId),
      status: kit.oneOf('status', REVIEW_STATUSES).notNull(),
      /** The signals that it is held for: a list of words. */
      reasons: kit.json('reasons').notNull(),
      score: kit.count('score').notNull(),
      createdAt: kit.at('created_at').notNull(),
      decidedById: kit.id('decided_by_id').references(() => users.id),
      /** Of the administrator. */
      reason: kit.text('reason'),
      decidedAt: kit.at('decided_at'),
    },
    (t) => [
      kit.index('payment_reviews_status').on(t.status, t.createdAt, t.transactionId),
      kit.check('payment_reviews_decided', sql`(${t.status} = 'pending') = (${t.decidedAt} is null)`),
    ],
  );

  return { paymentIntents, waitingPayments, paymentReviews };
};
