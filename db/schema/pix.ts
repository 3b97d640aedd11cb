import { sql } from 'drizzle-orm';
import type { Kit } from '#db/kit/kit';
import type { authTables } from '#db/schema/auth';
import type { ledgerTables } from '#db/schema/ledger';
import { PIX_KEY_TYPES } from '#domain/pix/key';
import { ORDER_KINDS, ORDER_STATUSES, REVIEWS } from '#domain/pix/words';

/**
 * What the bank has with the payment provider: customers' accounts there, the orders it was given, the money that came in,
 * and what it told us. Moments of sending and trying again are real time; the others are the bank's clock.
 */
export const pixTables = (
  kit: Kit,
  { users }: ReturnType<typeof authTables>,
  { accounts, transactions }: ReturnType<typeof ledgerTables>,
) => {
  const owner = () =>
    kit
      .id('user_id')
      .notNull()
      .references(() => users.id);

  /**
   * A customer's account at the provider. Its id there and its state are the user's (`asaasSubAccountId`,
   * `asaasAccountStatus`). Written before the provider is asked; `walletId` and `apiKey` come with its answer.
   */
  const externalAccounts = kit.table(
    'external_accounts',
    {
      userId: kit
        .id('user_id')
        .primaryKey()
        .references(() => users.id),
      /** The ledger's account of kind `external`, the mirror of the provider's balance; null until the provider has it. */
      accountId: kit.id('account_id').references(() => accounts.id),
      walletId: kit.text('wallet_id'),
      /** The key that acts for this account, encrypted by the key ring; the provider tells it once. */
      apiKey: kit.text('api_key'),
      commercialInfo: kit.oneOf('commercial_info', REVIEWS),
      bankAccountInfo: kit.oneOf('bank_account_info', REVIEWS),
      documentation: kit.oneOf('documentation', REVIEWS),
      general: kit.oneOf('general', REVIEWS),
      /** Why something was rejected, in the provider's words as last told: a list of texts, or null. */
      rejectReasons: kit.json('reject_reasons'),
      /** When the state was last asked for (real time); null: never. */
      checkedAt: kit.at('checked_at'),
      createdAt: kit.at('created_at').notNull(),
      activatedAt: kit.at('activated_at'),
    },
    (t) => [
      kit.uniqueIndex('external_accounts_account').on(t.accountId),
      kit.uniqueIndex('external_accounts_wallet').on(t.walletId),
    ],
  );

  /** Money on its way out. Named by the transaction that reserved it, which is also the provider's `externalReference`. */
  const paymentOrders = kit.table(
    'payment_orders',
    {
      transactionId: kit
        .id('transaction_id')
        .primaryKey()
        .references(() => transactions.id),
      userId: owner(),
      kind: kit.oneOf('kind', ORDER_KINDS).notNull(),
      status: kit.oneOf('status', ORDER_STATUSES).notNull(),
      amountCents: kit.cents('amount_cents').notNull(),
      /** A PIX: the key in canonical form. A bank slip: its 47 or 48 digits. A move: null. */
      target: kit.text('target'),
      targetType: kit.oneOf('target_type', PIX_KEY_TYPES),
      payeeName: kit.text('payee_name'),
      payeeDocument: kit.text('payee_document'),
      dueOn: kit.date('due_on'),
      /** The provider's own id of it; null until it is known there. */
      providerId: kit.text('provider_id'),
      endToEndId: kit.text('end_to_end_id'),
      /** Calls that were begun to send it. */
      attempts: kit.count('attempts').notNull(),
      /** When the last call was begun, and when somebody should look again; null once concluded. */
      sentAt: kit.at('sent_at'),
      nextLookAt: kit.at('next_look_at'),
      /** Why it did not go, in Portuguese. */
      failReason: kit.text('fail_reason'),
      /** The transaction that concluded it: what settled it, or what gave the money back. */
      concludedById: kit.id('concluded_by_id').references(() => transactions.id),
      createdAt: kit.at('created_at').notNull(),
      concludedAt: kit.at('concluded_at'),
    },
    (t) => [
      kit.uniqueIndex('payment_orders_provider').on(t.providerId),
      kit.index('payment_orders_due').on(t.nextLookAt),
      kit.index('payment_orders_user').on(t.userId, t.transactionId),
      // How many are open, and since when: asked for all the time, among all that ever were.
      kit.index('payment_orders_open').on(t.createdAt, t.status).where(sql`concluded_at is null`),
      kit.check('payment_orders_amount', sql`${t.amountCents} > 0`),
      kit.check(
        'payment_orders_concluded',
        sql`(${t.status} in ('done', 'failed', 'returned')) = (${t.concludedAt} is not null and ${t.concludedById} is not null)`,
      ),
    ],
  );

  /** Money that came in at the provider, booked once: the provider's id is the key. */
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
      createdAt: kit.at('created_at').notNull(),
    },
    (t) => [
      kit.uniqueIndex('incoming_payments_transaction').on(t.transactionId),
      kit.index('incoming_payments_user').on(t.userId, t.transactionId),
    ],
  );

  /** What the provider told us, stored once by its event's id, processed afterwards. All moments are real time. */
  const providerEvents = kit.table(
    'provider_events',
    {
      id: kit.text('id').primaryKey(),
      event: kit.text('event').notNull(),
      /** The provider's id of the account and of the object it names; the body is a hint, never a fact. */
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

  /** A run of every check, with what it found; kept. */
  const reconciliations = kit.table(
    'reconciliations',
    {
      id: kit.id('id').primaryKey(),
      /** Who asked for it; null: the daily run. */
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

  return { externalAccounts, paymentOrders, incomingPayments, providerEvents, reconciliations };
};
