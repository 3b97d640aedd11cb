import { sql } from 'drizzle-orm';
import type { Kit } from '#db/kit/kit';
import type { authTables } from '#db/schema/auth';
import type { ledgerTables } from '#db/schema/ledger';
import { RISK_LEVELS } from '#domain/credit/risk-level';
import { COLLATERAL_TYPES, PROPOSAL_STATUSES } from '#domain/credit/words';

export const creditTables = (
  kit: Kit,
  { users }: ReturnType<typeof authTables>,
  { transactions }: ReturnType<typeof ledgerTables>,
) => {
  const creditProposals = kit.table(
    'credit_proposals',
    {
      id: kit.id('id').primaryKey(),
      userId: kit
        .id('user_id')
        .notNull()
        .references(() => users.id),
      purpose: kit.text('purpose').notNull(),
      amountCents: kit.cents('amount_cents').notNull(),
      termMonths: kit.count('term_months').notNull(),
      interestRate: kit.text('interest_rate').notNull(),
      instalmentCents: kit.cents('instalment_cents').notNull(),
      totalCents: kit.cents('total_cents').notNull(),
      iofCents: kit.cents('iof_cents').notNull(),
      /** Effective total cost in percent: '32.11' a year, '2.35' a month. */
      cetAnnual: kit.text('cet_annual').notNull(),
      cetMonthly: kit.text('cet_monthly').notNull(),
      status: kit.oneOf('status', PROPOSAL_STATUSES).notNull(),
      collateralType: kit.oneOf('collateral_type', COLLATERAL_TYPES),
      collateralRenavam: kit.text('collateral_renavam'),
      collateralPlate: kit.text('collateral_plate'),
      collateralChassis: kit.text('collateral_chassis'),
      collateralMadeYear: kit.count('collateral_made_year'),
      collateralModelYear: kit.count('collateral_model_year'),
      /** The analysis as made (model, inputs, score, reasons, advice), reproducible. */
      analysis: kit.json('analysis').notNull(),
      riskScore: kit.count('risk_score').notNull(),
      riskLevel: kit.oneOf('risk_level', RISK_LEVELS).notNull(),
      riskAnalysis: kit.text('risk_analysis').notNull(),
      analysisPdfPath: kit.text('analysis_pdf_path'),
      decisionReason: kit.text('decision_reason'),
      decidedById: kit.id('decided_by_id').references(() => users.id),
      createdAt: kit.at('created_at').notNull(),
      decidedAt: kit.at('decided_at'),
      /** Day of the payout, from which due dates count; null: not signed. */
      paidOutOn: kit.date('paid_out_on'),
      /** When an administrator marked it as negativado; null again once nothing is overdue. */
      negativatedAt: kit.at('negativated_at'),
      finishedAt: kit.at('finished_at'),
      /** Request for review by a person (LGPD, art. 20). */
      reviewAskedAt: kit.at('review_asked_at'),
      reviewedAt: kit.at('reviewed_at'),
      reviewText: kit.text('review_text'),
    },
    (t) => [
      kit.index('credit_proposals_user').on(t.userId, t.createdAt, t.id),
      kit.index('credit_proposals_status').on(t.status, t.createdAt, t.id),
      kit.index('credit_proposals_newest').on(t.createdAt, t.id),
      kit.index('credit_proposals_by_amount').on(t.amountCents, t.id),
      // The loan book without the large analyses.
      kit.index('credit_proposals_paid_out').on(t.id, t.negativatedAt).where(sql`paid_out_on is not null`),
      kit
        .index('credit_proposals_review')
        .on(t.reviewAskedAt, t.status)
        .where(sql`review_asked_at is not null and reviewed_at is null`),
      kit.check('credit_proposals_amount', sql`${t.amountCents} > 0 and ${t.termMonths} between 1 and 360`),
    ],
  );

  /** Until the payout, due dates count from the approval. */
  const instalments = kit.table(
    'instalments',
    {
      id: kit.id('id').primaryKey(),
      proposalId: kit
        .id('proposal_id')
        .notNull()
        .references(() => creditProposals.id),
      number: kit.count('number').notNull(),
      dueOn: kit.date('due_on').notNull(),
      amountCents: kit.cents('amount_cents').notNull(),
      principalCents: kit.cents('principal_cents').notNull(),
      interestCents: kit.cents('interest_cents').notNull(),
      paidOn: kit.date('paid_on'),
      paidAt: kit.at('paid_at'),
      /** The whole amount paid, with fine and interest or discount. */
      paidCents: kit.cents('paid_cents'),
      transactionId: kit.id('transaction_id').references(() => transactions.id),
    },
    (t) => [
      kit.uniqueIndex('instalments_proposal').on(t.proposalId, t.number),
      kit.index('instalments_due').on(t.paidOn, t.dueOn, t.id),
      // Sums unpaid instalments per credit from the index alone.
      kit.index('instalments_open').on(t.proposalId, t.dueOn, t.amountCents).where(sql`paid_on is null`),
      kit.check('instalments_parts', sql`${t.amountCents} = ${t.principalCents} + ${t.interestCents}`),
      kit.check('instalments_paid', sql`(${t.paidOn} is null) = (${t.paidCents} is null)`),
    ],
  );

  return { creditProposals, instalments };
};
