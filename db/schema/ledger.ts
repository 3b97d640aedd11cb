import { sql } from 'drizzle-orm';
import type { Kit } from '#db/kit/kit';
import type { authTables } from '#db/schema/auth';
import { ACCOUNT_TYPES, TRANSACTION_TYPES } from '#domain/ledger/words';

/** An account's balance is `balance_after_cents` of its last entry, and stored nowhere else. Triggers (`db/guards.*.sql`) enforce the ledger's rules. */
export const ledgerTables = (kit: Kit, { users }: ReturnType<typeof authTables>) => {
  const accounts = kit.table(
    'accounts',
    {
      id: kit.id('id').primaryKey(),
      /** null: one of the bank's own accounts. */
      userId: kit.id('user_id').references(() => users.id),
      /** A name of BANK_ACCOUNTS, unique; null for a customer's account. */
      bankAccount: kit.text('bank_account'),
      accountNumber: kit.text('account_number').notNull(),
      accountType: kit.oneOf('account_type', ACCOUNT_TYPES).notNull(),
      /** Minimum balance; null: none (the bank's accounts). */
      floorCents: kit.cents('floor_cents'),
      isActive: kit.bool('is_active').notNull(),
      inactiveReason: kit.text('inactive_reason'),
      createdAt: kit.at('created_at').notNull(),
    },
    (t) => [
      kit.uniqueIndex('accounts_number').on(t.accountNumber),
      kit.uniqueIndex('accounts_bank_account').on(t.bankAccount),
      kit.index('accounts_user').on(t.userId),
      // Decisions and orders take the customer's only one.
      kit
        .uniqueIndex('accounts_one_each')
        .on(t.userId, t.accountType)
        .where(sql`account_type in ('investment', 'external', 'held')`),
      kit.index('accounts_created').on(t.createdAt, t.id),
      kit.check('accounts_owner', sql`(${t.userId} is null) <> (${t.bankAccount} is null)`),
    ],
  );

  const transactions = kit.table(
    'transactions',
    {
      id: kit.id('id').primaryKey(),
      type: kit.oneOf('type', TRANSACTION_TYPES).notNull(),
      amountCents: kit.cents('amount_cents').notNull(),
      description: kit.text('description').notNull(),
      /** Who posted it; null: the bank itself (daily run, payments). */
      actorId: kit.id('actor_id').references(() => users.id),
      idempotencyKey: kit.text('idempotency_key'),
      reversesId: kit.id('reverses_id'),
      createdAt: kit.at('created_at').notNull(),
    },
    (t) => [
      kit.uniqueIndex('transactions_reverses').on(t.reversesId),
      kit.index('transactions_created').on(t.createdAt, t.id),
      kit.foreignKey({
        name: 'transactions_reverses_id_transactions_id_fk',
        columns: [t.reversesId],
        foreignColumns: [t.id],
      }),
      kit.check('transactions_amount', sql`${t.amountCents} > 0`),
    ],
  );

  /** Entries are inserted before their transaction row, which seals them: the foreign key is deferred (in the migration). */
  const entries = kit.table(
    'entries',
    {
      accountId: kit
        .id('account_id')
        .notNull()
        .references(() => accounts.id),
      /** 1, 2, 3 … without gaps: orders an account's entries, and two writers cannot use one number. */
      seq: kit.count('seq').notNull(),
      transactionId: kit
        .id('transaction_id')
        .notNull()
        .references(() => transactions.id),
      amountCents: kit.cents('amount_cents').notNull(),
      balanceAfterCents: kit.cents('balance_after_cents').notNull(),
      /** Running sum of credits: the income of a period is the difference of two rows. */
      creditsAfterCents: kit.cents('credits_after_cents').notNull(),
      createdAt: kit.at('created_at').notNull(),
      /** Neither income nor expense of the holder: see `isNeutral` in `#domain/ledger/flow`. */
      isNeutral: kit.bool('is_neutral').notNull().default(false),
    },
    (t) => [
      kit.primaryKey({ columns: [t.accountId, t.seq] }),
      kit.index('entries_transaction').on(t.transactionId),
      kit.index('entries_neutral').on(t.accountId, t.seq).where(sql`is_neutral`),
      kit.check('entries_amount', sql`${t.amountCents} <> 0`),
    ],
  );

  /** Answers by idempotency key, stored in the commit of their effect; refusals are not stored. */
  const idempotency = kit.table(
    'idempotency',
    {
      actorId: kit
        .id('actor_id')
        .notNull()
        .references(() => users.id),
      key: kit.text('key').notNull(),
      requestHash: kit.text('request_hash').notNull(),
      answer: kit.text('answer').notNull(),
      createdAt: kit.at('created_at').notNull(),
    },
    (t) => [kit.primaryKey({ columns: [t.actorId, t.key] })],
  );

  return { accounts, transactions, entries, idempotency };
};
