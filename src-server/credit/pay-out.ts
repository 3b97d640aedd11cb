import { and, eq, gte, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { termsAt } from '#domain/credit/quote';
import type { LoanTerms } from '#domain/credit/terms';
import { CHARGE_TITLES } from '#domain/credit/words';
import { toDecimal } from '#domain/money';
import { refuse } from '#domain/refusal';
import { findChecking } from '#server/account/holders';
import { record } from '#server/audit/record';
import type { SignedContract, SignedInContext } from '#server/kernel/context';
import { bankAccountId } from '#server/ledger/bank-account';
import { type PostedBy, post } from '#server/ledger/post';
import { queueMessage, receiverOf } from '#server/outbox/queue-message';
import { signableSince } from './lapse.ts';
import { proposalById } from './queries.ts';
import { analysisOf, type ProposalRow } from './shapes.ts';

/**
 * Uses the IOF and CET of today at the contract's rates. Refuses CONTRACT_CANCELLED (lapsed),
 * ACCOUNT_INACTIVE.
 */
export async function payOut(
  tx: Tx,
  ctx: SignedInContext,
  { userId, relatedId, signedAt }: SignedContract,
): Promise<void> {
  const today = ctx.clock.today();
  const checking = await findChecking(tx, userId);
  if (!checking?.isActive) refuse('ACCOUNT_INACTIVE');
  const { terms, row } = await markActive(tx, await proposalById(tx, relatedId), today);
  await rewriteDueDates(tx, relatedId, terms);
  await postPayout(tx, checking.id, row, { createdAt: signedAt, actorId: userId });
  const { netCents } = terms;
  await queueMessage(tx, ctx, 'credit_paid_out', await receiverOf(tx, row.userId), { ...row, netCents });
  await record(tx, ctx, {
    action: 'pay_out_credit',
    entityId: relatedId,
    changes: {
      status: { from: 'approved', to: 'active' },
      amount: toDecimal(row.amountCents),
      iof: toDecimal(row.iofCents),
      net: toDecimal(terms.netCents),
    },
  });
}

async function markActive(
  tx: Tx,
  approved: ProposalRow,
  today: string,
): Promise<{ terms: LoanTerms; row: ProposalRow }> {
  const { creditProposals: proposals } = tx.tables;
  const { contract } = analysisOf(approved);
  const asked = { ...approved, referenceOn: today };
  const terms = contract && termsAt(asked, approved.interestRate, contract);
  if (!terms) throw new Error(`proposal ${approved.id}: no loan terms at its contract's rates`);
  const [row] = await tx
    .update(proposals)
    .set({
      status: 'active',
      paidOutOn: today,
      iofCents: terms.iof.totalCents,
      cetAnnual: terms.cet.annualPercent,
      cetMonthly: terms.cet.monthlyPercent,
    })
    .where(
      and(
        eq(proposals.id, approved.id),
        eq(proposals.status, 'approved'),
        isNull(proposals.paidOutOn),
        // The daily run that lapses it may be late.
        gte(proposals.decidedAt, signableSince(today)),
      ),
    )
    .returning();
  if (!row) refuse('CONTRACT_CANCELLED');
  return { terms, row };
}

async function rewriteDueDates(tx: Tx, proposalId: string, { rows }: LoanTerms): Promise<void> {
  const { instalments } = tx.tables;
  // PostgreSQL infers text for dates in a `case`; SQLite stores text.
  const dayOf = (day: string) => (tx.engine === 'postgres' ? sql`cast(${day} as date)` : sql`${day}`);
  const cases = rows.map(
    ({ number, dueOn }) => sql`when ${instalments.number} = ${number} then ${dayOf(dueOn)}`,
  );
  await tx
    .update(instalments)
    .set({ dueOn: sql`case ${sql.join(cases, sql` `)} end` })
    .where(eq(instalments.proposalId, proposalId));
}

async function postPayout(
  tx: Tx,
  checkingId: string,
  { amountCents, iofCents, purpose }: ProposalRow,
  by: PostedBy,
): Promise<void> {
  await post(tx, {
    type: 'credit_disbursement',
    description: `Crédito liberado: ${purpose}`,
    ...by,
    entries: [
      { accountId: await bankAccountId(tx, 'loans_receivable'), amountCents: -amountCents },
      { accountId: checkingId, amountCents },
    ],
  });
  if (iofCents === 0) return;
  await post(tx, {
    type: 'fee',
    description: `${CHARGE_TITLES.iof}: ${purpose}`,
    ...by,
    entries: [
      { accountId: checkingId, amountCents: -iofCents },
      { accountId: await bankAccountId(tx, 'taxes_payable'), amountCents: iofCents },
    ],
  });
}
