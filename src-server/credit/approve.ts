import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { Tx } from '#db/db';
import { analysisText } from '#domain/credit/analysis-text';
import type { approveSchema } from '#domain/credit/input';
import { termsAt } from '#domain/credit/quote';
import type { LoanTerms } from '#domain/credit/terms';
import { UNDECIDED } from '#domain/credit/words';
import { formatBrl, parseDecimal, toDecimal } from '#domain/money';
import { refuse } from '#domain/refusal';
import { record } from '#server/audit/record';
import { lockedRow } from '#server/auth/own-row';
import { proofOfAmounts } from '#server/auth/proof-of-amounts';
import { refuseCorrector } from '#server/auth/two-administrators';
import { makeContract } from '#server/contract/make';
import type { SignedInContext } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { queueMessage, receiverOf } from '#server/outbox/queue-message';
import { readSetting } from '#server/settings/read';
import { creditContract } from './contract-text.ts';
import { holderOf, proposalById } from './queries.ts';
import { analysisOf, type InstalmentRow, type ProposalAnswer, proposalAnswer } from './shapes.ts';
import { refuseTooSmall } from './simulate.ts';

/**
 * Prices as if paid out today; due dates are provisional until the signature. Refuses NOT_FOUND,
 * TOKEN_NOT_ALLOWED and REAUTHENTICATE (in production, above R$ 1.000,00 in 24 hours), PROPOSAL_DECIDED, APPROVAL_TOO_LARGE,
 * CORRECTED_BY_YOU.
 */
export async function approve(
  ctx: SignedInContext,
  { id, interestRate: otherRate }: z.output<typeof approveSchema>,
): Promise<ProposalAnswer> {
  const at = ctx.clock.now();
  const today = ctx.clock.today();
  const before = await proposalById(ctx.db, id);
  const proveAmount = await proofOfAmounts(ctx, 'approved');
  const { iof, late } = await readSetting(ctx.db, 'creditParameters');
  const interestRate = otherRate ?? before.interestRate;
  const asked = { amountCents: before.amountCents, termMonths: before.termMonths, referenceOn: today };
  const terms = termsAt(asked, interestRate, { iof }) ?? refuseTooSmall();
  const analysis = analysisOf(before);
  return ctx.db.transaction(async (tx) => {
    const { creditProposals: proposals } = tx.tables;
    // Locked as whoever corrects the e-mail locks it: of the two acts at once, one sees the other.
    await lockedRow(tx, before.userId);
    await refuseCorrector(tx, ctx, before.userId);
    const [row] = await tx
      .update(proposals)
      .set({
        status: 'approved',
        interestRate,
        instalmentCents: terms.instalmentCents,
        totalCents: terms.totalCents,
        iofCents: terms.iof.totalCents,
        cetAnnual: terms.cet.annualPercent,
        cetMonthly: terms.cet.monthlyPercent,
        analysis: { ...analysis, contract: { iof, late } },
        riskAnalysis: analysisText(analysis, terms.instalmentCents),
        decidedAt: at,
        decidedById: ctx.user.id,
      })
      .where(and(eq(proposals.id, id), inArray(proposals.status, [...UNDECIDED])))
      .returning();
    if (!row) refuse('PROPOSAL_DECIDED');
    refuseAboveLimit(await readSetting(tx, 'maxApproval', ctx.env), row.amountCents);
    await proveAmount(tx, row.amountCents);
    const made = instalmentRows(id, terms);
    await insertInstalments(tx, made);
    await queueMessage(tx, ctx, 'credit_approved', await receiverOf(tx, row.userId), { ...row, terms });
    await makeContract(tx, ctx, creditContract(row, terms, { iof, late }));
    const holder = await holderOf(tx, row.userId);
    await record(tx, ctx, {
      action: 'approve_credit',
      entityId: id,
      changes: {
        status: { from: before.status, to: 'approved' },
        rate: { from: before.interestRate, to: interestRate },
        instalment: { from: toDecimal(before.instalmentCents), to: toDecimal(row.instalmentCents) },
      },
    });
    return proposalAnswer(row, made, today, { isAdmin: true, holder });
  });
}

function refuseAboveLimit(max: string, amountCents: number): void {
  const maxCents = parseDecimal(max) ?? 0;
  if (amountCents <= maxCents) return;
  const text = `Uma aprovação de crédito pode ter no máximo ${formatBrl(maxCents)}. O limite é mudado em Configurações.`;
  refuse('APPROVAL_TOO_LARGE', { text });
}

const instalmentRows = (proposalId: string, { rows }: LoanTerms): InstalmentRow[] =>
  rows.map((row) => ({
    id: newId(),
    proposalId,
    number: row.number,
    dueOn: row.dueOn,
    amountCents: row.paymentCents,
    principalCents: row.principalCents,
    interestCents: row.interestCents,
    paidOn: null,
    paidAt: null,
    paidCents: null,
    transactionId: null,
  }));

/** SQLite limits bound values. */
const ROWS_PER_INSERT = 60;

async function insertInstalments(tx: Tx, rows: readonly InstalmentRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT)
    await tx.insert(tx.tables.instalments).values(rows.slice(from, from + ROWS_PER_INSERT));
}
