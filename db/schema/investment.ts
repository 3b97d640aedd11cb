import { sql } from 'drizzle-orm';
import type { Kit } from '#db/kit/kit';
import type { authTables } from '#db/schema/auth';
import type { ledgerTables } from '#db/schema/ledger';
import { INVESTMENT_STATUSES, RISK_LEVELS } from '#domain/investment/words';

export const investmentTables = (
  kit: Kit,
  { users }: ReturnType<typeof authTables>,
  { accounts }: ReturnType<typeof ledgerTables>,
) => {
  const investmentProducts = kit.table('investment_products', {
    id: kit.id('id').primaryKey(),
    name: kit.text('name').notNull(),
    description: kit.text('description').notNull(),
    minAmountCents: kit.cents('min_amount_cents').notNull(),
    annualRate: kit.text('annual_rate').notNull(),
    termDays: kit.count('term_days').notNull(),
    riskLevel: kit.oneOf('risk_level', RISK_LEVELS).notNull(),
    isActive: kit.bool('is_active').notNull(),
    createdAt: kit.at('created_at').notNull(),
  });

  /** Terms are fixed; an active one ends once (guard). */
  const investments = kit.table(
    'investments',
    {
      id: kit.id('id').primaryKey(),
      userId: kit
        .id('user_id')
        .notNull()
        .references(() => users.id),
      productId: kit
        .id('product_id')
        .notNull()
        .references(() => investmentProducts.id),
      /** Debited at the start and credited at the end. */
      accountId: kit
        .id('account_id')
        .notNull()
        .references(() => accounts.id),
      amountCents: kit.cents('amount_cents').notNull(),
      annualRate: kit.text('annual_rate').notNull(),
      /** Gross, at maturity. */
      expectedReturnCents: kit.cents('expected_return_cents').notNull(),
      status: kit.oneOf('status', INVESTMENT_STATUSES).notNull(),
      startOn: kit.date('start_on').notNull(),
      maturityOn: kit.date('maturity_on').notNull(),
      createdAt: kit.at('created_at').notNull(),
      endedOn: kit.date('ended_on'),
      /** After the end: yield and taxes. */
      yieldCents: kit.cents('yield_cents'),
      iofCents: kit.cents('iof_cents'),
      incomeTaxCents: kit.cents('income_tax_cents'),
    },
    (t) => [
      kit.index('investments_user').on(t.userId, t.id),
      kit.index('investments_user_created').on(t.userId, t.createdAt, t.id),
      kit.index('investments_active').on(t.userId).where(sql`status = 'active'`),
      kit.index('investments_maturity').on(t.status, t.maturityOn, t.id),
      kit.index('investments_created').on(t.createdAt, t.id),
      kit.index('investments_by_amount').on(t.amountCents, t.id),
      kit.index('investments_due').on(t.maturityOn, t.id),
      kit.check('investments_amount', sql`${t.amountCents} > 0`),
      kit.check('investments_ended', sql`(${t.status} = 'active') = (${t.endedOn} is null)`),
    ],
  );

  return { investmentProducts, investments };
};
