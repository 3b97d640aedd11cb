import { and, asc, eq, isNotNull, lte } from 'drizzle-orm';
import { addMonths } from '#domain/calendar';
import type { Outcome } from '#domain/credit/fit';
import { OUTCOME_MONTHS, outcomeOf } from '#domain/credit/outcome';
import { SCORECARD } from '#domain/credit/scorecard';
import type { Bank } from '#server/kernel/context';
import { analysisOf } from './shapes.ts';

/** Names of `Outcome.bins`, in order. */
export const FITTED_ATTRIBUTES = ['account', 'reserve', 'history', 'term'] as const;

/** `points`: the score without the points of collateral. */
export type KnownOutcome = Outcome & { points: number; paidOutOn: string };

/** Outcomes of credits paid out at least OUTCOME_MONTHS ago, oldest first; indeterminate ones are left out. */
export async function knownOutcomes({ db, clock }: Pick<Bank, 'db' | 'clock'>): Promise<KnownOutcome[]> {
  const { creditProposals: proposals, instalments } = db.tables;
  const lastPayoutOn = addMonths(clock.today(), -OUTCOME_MONTHS);
  const credits = await db
    .select({ id: proposals.id, analysis: proposals.analysis, paidOutOn: proposals.paidOutOn })
    .from(proposals)
    .where(and(isNotNull(proposals.paidOutOn), lte(proposals.paidOutOn, lastPayoutOn)))
    .orderBy(asc(proposals.paidOutOn), asc(proposals.id));
  const known: KnownOutcome[] = [];
  for (const credit of credits) {
    if (credit.paidOutOn === null) continue;
    const rows = await db
      .select({ dueOn: instalments.dueOn, paidOn: instalments.paidOn })
      .from(instalments)
      .where(eq(instalments.proposalId, credit.id));
    const outcome = outcomeOf(credit.paidOutOn, rows);
    if (outcome === 'indeterminate') continue;
    const { reasons } = analysisOf(credit).result;
    known.push({
      bins: FITTED_ATTRIBUTES.map((name) => reasons.find(({ attribute }) => attribute === name)?.bin ?? ''),
      isBad: outcome === 'bad',
      points: reasons
        .filter(({ attribute }) => attribute !== 'collateral')
        .reduce<number>((sum, { points }) => sum + points, SCORECARD.base),
      paidOutOn: credit.paidOutOn,
    });
  }
  return known;
}
