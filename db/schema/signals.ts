import type { Kit } from '#db/kit/kit';
import type { authTables } from '#db/schema/auth';
import { PAYMENT_KINDS } from '#domain/protection/words';

/** What scores payments, and what it has refused. Moments are the bank's. */
export const signalTables = (kit: Kit, { users }: ReturnType<typeof authTables>) => {
  /** Append-only: payments that their signals had refused. */
  const refusedPayments = kit.table(
    'refused_payments',
    {
      id: kit.id('id').primaryKey(),
      userId: kit
        .id('user_id')
        .notNull()
        .references(() => users.id),
      kind: kit.oneOf('kind', PAYMENT_KINDS).notNull(),
      amountCents: kit.cents('amount_cents').notNull(),
      /** As confirmations name the payee. */
      target: kit.text('target').notNull(),
      payeeName: kit.text('payee_name'),
      accessId: kit.id('access_id'),
      /** Of the request: one that is repeated is kept once. */
      idempotencyKey: kit.text('idempotency_key'),
      signals: kit.json('signals').notNull(),
      createdAt: kit.at('created_at').notNull(),
    },
    (t) => [
      kit.index('refused_payments_user').on(t.userId, t.id),
      kit.uniqueIndex('refused_payments_key').on(t.userId, t.idempotencyKey),
      kit.index('refused_payments_created').on(t.createdAt, t.id),
    ],
  );

  /** Append-only: the rules that judge signals. The version that no other replaces holds; without a row the first ones. */
  const signalRules = kit.table(
    'signal_rules',
    {
      id: kit.id('id').primaryKey(),
      /** The version that they replace, or `first`: each is replaced once. */
      basedOn: kit.text('based_on').notNull(),
      rules: kit.json('rules').notNull(),
      createdById: kit
        .id('created_by_id')
        .notNull()
        .references(() => users.id),
      createdAt: kit.at('created_at').notNull(),
    },
    (t) => [kit.uniqueIndex('signal_rules_based_on').on(t.basedOn)],
  );

  return { refusedPayments, signalRules };
};
