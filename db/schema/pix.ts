import { sql } from 'drizzle-orm';
import type { Kit } from '#db/kit/kit';
import type { authTables } from '#db/schema/auth';
import type { intentTables } from '#db/schema/intents';
import type { ledgerTables } from '#db/schema/ledger';
import { ownerIn } from '#db/schema/owner';
import { COVERED_KINDS, COVERED_STATUSES } from '#domain/cover/words';
import { HELD_STATUSES } from '#domain/pix/held';
import { PIX_KEY_TYPES } from '#domain/pix/key';
import { RETURN_REASONS } from '#domain/pix/returns';
import { ORDER_KINDS, ORDER_STATUSES, REVIEWS } from '#domain/pix/words';
import { ASKED_BY } from '#domain/protection/words';

/** Moments of sending and retrying are real time; others the bank's. */
export const pixTables = (
  kit: Kit,
  { users }: ReturnType<typeof authTables>,
  { accounts, transactions }: ReturnType<typeof ledgerTables>,
  { paymentIntents }: ReturnType<typeof intentTables>,
) => {
  const owner = ownerIn(kit, { users });

  /**
   * Customers' accounts at the provider; their id and status there are in `users`. Written before the provider is asked;
   * `walletId` and `apiKey` come with its answer.
   */
  const externalAccounts = kit.table(
    'external_accounts',
    {
      userId: kit
        .id('user_id')
        .primaryKey()
        .references(() => users.id),
      /** Ledger account of kind `external`, mirroring the provider's balance; null until opened there. */
      accountId: kit.id('account_id').references(() => accounts.id),
      walletId: kit.text('wallet_id'),
      /** Encrypted with the key ring; the provider reveals it once. */
      apiKey: kit.text('api_key'),
      commercialInfo: kit.oneOf('commercial_info', REVIEWS),
      bankAccountInfo: kit.oneOf('bank_account_info', REVIEWS),
      documentation: kit.oneOf('documentation', REVIEWS),
      general: kit.oneOf('general', REVIEWS),
      /** The provider's last reasons, a list of texts, or null. */
      rejectReasons: kit.json('reject_reasons'),
      /** Last status query (real time); null: never. */
      checkedAt: kit.at('checked_at'),
      createdAt: kit.at('created_at').notNull(),
      activatedAt: kit.at('activated_at'),
    },
    (t) => [
      kit.uniqueIndex('external_accounts_account').on(t.accountId),
      kit.uniqueIndex('external_accounts_wallet').on(t.walletId),
    ],
  );

  /** Outgoing payments. The key is the reserving transaction's id, which is also the provider's `externalReference`. */
  const paymentOrders = kit.table(
    'payment_orders',
    {
      transactionId: kit
        .id('transaction_id')
        .primaryKey()
        .references(() => transactions.id),
      /** The payment that it executes: of one that was reserved before, the reservation's id. */
      intentId: kit
        .id('intent_id')
        .notNull()
        .references(() => paymentIntents.id),
      userId: owner(),
      kind: kit.oneOf('kind', ORDER_KINDS).notNull(),
      status: kit.oneOf('status', ORDER_STATUSES).notNull(),
      amountCents: kit.cents('amount_cents').notNull(),
      /** PIX: canonical key, or of a payee without one (no type) document and bank. Boleto: 47 or 48 digits. Others: null. */
      target: kit.text('target'),
      targetType: kit.oneOf('target_type', PIX_KEY_TYPES),
      payeeName: kit.text('payee_name'),
      payeeDocument: kit.text('payee_document'),
      dueOn: kit.date('due_on'),
      /**
       * Return: `providerId` of the incoming payment that goes back, and why; no reason: the provider gave it back by itself. A guard
       * keeps the sum within what came.
       */
      incomingId: kit.text('incoming_id'),
      returnReason: kit.oneOf('return_reason', RETURN_REASONS),
      returnText: kit.text('return_text'),
      /** The text of a dynamic PIX code, and the identifier of its charge. */
      payload: kit.text('payload'),
      txid: kit.text('txid'),
      /** A return has none at the provider. */
      providerId: kit.text('provider_id'),
      endToEndId: kit.text('end_to_end_id'),
      /** Calls to the provider begun. */
      attempts: kit.count('attempts').notNull(),
      /** Last call and next look-up; null once concluded. */
      sentAt: kit.at('sent_at'),
      nextLookAt: kit.at('next_look_at'),
      failReason: kit.text('fail_reason'),
      /** The transaction that settled it or returned the money. */
      concludedById: kit.id('concluded_by_id').references(() => transactions.id),
      createdAt: kit.at('created_at').notNull(),
      concludedAt: kit.at('concluded_at'),
    },
    (t) => [
      kit.uniqueIndex('payment_orders_provider').on(t.providerId),
      kit.index('payment_orders_due').on(t.nextLookAt),
      kit.index('payment_orders_user').on(t.userId, t.transactionId),
      // For the frequent count of open orders among all.
      kit.index('payment_orders_open').on(t.createdAt, t.status).where(sql`concluded_at is null`),
      kit.index('payment_orders_user_open').on(t.userId, t.transactionId).where(sql`concluded_at is null`),
      kit.index('payment_orders_boleto').on(t.userId, t.target).where(sql`kind = 'boleto'`),
      kit.index('payment_orders_payload').on(t.userId, t.payload).where(sql`payload is not null`),
      // For the reconciliation: which order a transaction concludes.
      kit.index('payment_orders_concluded_by').on(t.concludedById).where(sql`concluded_by_id is not null`),
      kit.index('payment_orders_incoming').on(t.incomingId).where(sql`incoming_id is not null`),
      // For what comes back to a payer: the provider names the payment by this id.
      kit.index('payment_orders_end_to_end').on(t.endToEndId).where(sql`end_to_end_id is not null`),
      kit.check(
        'payment_orders_incoming_of_return',
        sql`(${t.kind} = 'return') = (${t.incomingId} is not null)`,
      ),
      kit.check('payment_orders_amount', sql`${t.amountCents} > 0`),
      kit.check(
        'payment_orders_concluded',
        sql`(${t.status} in ('done', 'failed', 'returned')) = (${t.concludedAt} is not null and ${t.concludedById} is not null)`,
      ),
    ],
  );

  /** Payments that wait for money from the customer's other account. The key is the order that moves it. */
  const coveredPayments = kit.table(
    'covered_payments',
    {
      coverId: kit
        .id('cover_id')
        .primaryKey()
        .references(() => paymentIntents.id),
      userId: owner(),
      kind: kit.oneOf('kind', COVERED_KINDS).notNull(),
      status: kit.oneOf('status', COVERED_STATUSES).notNull(),
      amountCents: kit.cents('amount_cents').notNull(),
      coverCents: kit.cents('cover_cents').notNull(),
      /** The payment's input. */
      request: kit.json('request').notNull(),
      /** Idempotency key of the payment: used once, by the payment or by its failure. */
      paymentKey: kit.text('payment_key').notNull(),
      /** Who asked, and their session's or token's id; null: the bank, or before this was kept. */
      askedBy: kit.oneOf('asked_by', ASKED_BY),
      accessId: kit.text('access_id'),
      /** The answer of the payment's use case; null until paid. */
      answer: kit.json('answer'),
      /** The payment, if it is an order, and the order that gives the cover back after a failure. */
      orderId: kit.id('order_id').references(() => transactions.id),
      returnId: kit.id('return_id').references(() => paymentIntents.id),
      /** While it waits for its cover: why it is not to be made any more. */
      failReason: kit.text('fail_reason'),
      /** Real time; null once concluded. */
      nextLookAt: kit.at('next_look_at'),
      createdAt: kit.at('created_at').notNull(),
      concludedAt: kit.at('concluded_at'),
    },
    (t) => [
      kit.index('covered_payments_due').on(t.nextLookAt),
      kit.index('covered_payments_user').on(t.userId, t.coverId),
      kit.index('covered_payments_return').on(t.returnId),
      kit.check('covered_payments_amount', sql`${t.coverCents} > 0 and ${t.amountCents} >= ${t.coverCents}`),
      kit.check(
        'covered_payments_concluded',
        sql`(${t.status} in ('done', 'failed')) = (${t.concludedAt} is not null)`,
      ),
    ],
  );

  const incomingPayments = kit.table(
    'incoming_payments',
    {
      providerId: kit.text('provider_id').primaryKey(),
      userId: owner(),
      transactionId: kit
        .id('transaction_id')
        .notNull()
        .references(() => transactions.id),
      amountCents: kit.cents('amount_cents').notNull(),
      payerName: kit.text('payer_name'),
      payerDocument: kit.text('payer_document'),
      endToEndId: kit.text('end_to_end_id'),
      /** The order of the same customer whose receiver gave this back; null: an ordinary payment, or of an unknown order. */
      orderId: kit.id('order_id').references(() => transactions.id),
      /** Came back from somebody whom the customer had paid. */
      isReturn: kit.bool('is_return').notNull().default(false),
      createdAt: kit.at('created_at').notNull(),
    },
    (t) => [
      kit.index('incoming_payments_order').on(t.orderId).where(sql`order_id is not null`),
      kit.uniqueIndex('incoming_payments_transaction').on(t.transactionId),
      // The provider may list one PIX under two ids. Not unique: older rows may be such a pair.
      kit.index('incoming_payments_end_to_end').on(t.endToEndId).where(sql`end_to_end_id is not null`),
      kit.index('incoming_payments_user').on(t.userId, t.transactionId),
    ],
  );

  /**
   * Incoming payments that their owner's account could not take. The key is the transaction that booked it in `held_pix`;
   * once released, an incoming payment has the same provider id.
   */
  const heldPayments = kit.table(
    'held_payments',
    {
      transactionId: kit
        .id('transaction_id')
        .primaryKey()
        .references(() => transactions.id),
      providerId: kit.text('provider_id').notNull(),
      userId: owner(),
      status: kit.oneOf('status', HELD_STATUSES).notNull(),
      amountCents: kit.cents('amount_cents').notNull(),
      payerName: kit.text('payer_name'),
      payerDocument: kit.text('payer_document'),
      endToEndId: kit.text('end_to_end_id'),
      /** Refund calls begun since the decision to return it. */
      attempts: kit.count('attempts').notNull(),
      /** Came back from somebody whom the customer had paid: it cannot be returned. `orderId`: as of incoming payments. */
      isReturn: kit.bool('is_return').notNull().default(false),
      orderId: kit.id('order_id').references(() => transactions.id),
      /** The provider has accepted the refund, which is not sent again. */
      isAccepted: kit.bool('is_accepted').notNull(),
      /** Last call and next look-up while it is being returned. */
      sentAt: kit.at('sent_at'),
      nextLookAt: kit.at('next_look_at'),
      /** Why the last return failed. */
      failReason: kit.text('fail_reason'),
      createdAt: kit.at('created_at').notNull(),
      /** When it was released or returned. */
      concludedAt: kit.at('concluded_at'),
    },
    (t) => [
      kit.uniqueIndex('held_payments_provider').on(t.providerId),
      kit.index('held_payments_end_to_end').on(t.endToEndId).where(sql`end_to_end_id is not null`),
      kit.index('held_payments_order').on(t.orderId).where(sql`order_id is not null`),
      kit.index('held_payments_user').on(t.userId, t.transactionId),
      kit.index('held_payments_created').on(t.createdAt, t.transactionId),
      kit.index('held_payments_open').on(t.createdAt, t.status).where(sql`concluded_at is null`),
      kit.index('held_payments_due').on(t.nextLookAt).where(sql`next_look_at is not null`),
      kit.check('held_payments_amount', sql`${t.amountCents} > 0`),
      kit.check(
        'held_payments_concluded',
        sql`(${t.status} in ('released', 'returned')) = (${t.concludedAt} is not null)`,
      ),
    ],
  );

  /** The provider's events, stored once by id and processed later. Real time. */
  const providerEvents = kit.table(
    'provider_events',
    {
      id: kit.text('id').primaryKey(),
      event: kit.text('event').notNull(),
      /** Ids of the account and object; the body is never trusted. */
      accountProviderId: kit.text('account_provider_id'),
      objectId: kit.text('object_id'),
      receivedAt: kit.at('received_at').notNull(),
      processedAt: kit.at('processed_at'),
      attempts: kit.count('attempts').notNull(),
      nextAttemptAt: kit.at('next_attempt_at'),
      lastError: kit.text('last_error'),
    },
    (t) => [
      kit.index('provider_events_due').on(t.nextAttemptAt),
      kit.index('provider_events_open').on(t.receivedAt).where(sql`processed_at is null`),
    ],
  );

  const reconciliations = kit.table(
    'reconciliations',
    {
      id: kit.id('id').primaryKey(),
      actorId: kit.id('actor_id').references(() => users.id),
      isOk: kit.bool('is_ok').notNull(),
      differenceCount: kit.count('difference_count').notNull(),
      /** `{checks: [{name, ok, count}], differences: [{check, about, text}]}`. */
      report: kit.json('report').notNull(),
      durationMs: kit.count('duration_ms').notNull(),
      createdAt: kit.at('created_at').notNull(),
    },
    (t) => [kit.index('reconciliations_created').on(t.createdAt, t.id)],
  );

  return {
    externalAccounts,
    paymentOrders,
    coveredPayments,
    incomingPayments,
    heldPayments,
    providerEvents,
    reconciliations,
  };
};
