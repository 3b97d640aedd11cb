import { readFileSync } from 'node:fs';
import { eq, isNotNull } from 'drizzle-orm';
import { addMonths } from '#domain/calendar';
import { keptAnalysisSchema } from '#domain/credit/analysis';
import { crossValidate, type Fit, fitScorecard, type Outcome, pointsOf } from '#domain/credit/fit';
import { SCORECARD } from '#domain/credit/scorecard';
import { daysBetween } from '#domain/date';
import { openBank } from '#server/bank';
import { readEnv } from '#server/env';

const ATTRIBUTES = ['account', 'reserve', 'history', 'term'] as const;
/** With fewer of either kind a fit says nothing. */
const MIN_OF_EACH = 100;
/** A credit went bad when an instalment was so many days overdue within so many months. */
const BAD = { daysOverdue: 90, withinMonths: 12 };

const HELP = `npm run scoring:fit -- FILE    refits the fitted attributes from a data file and prints how well they tell
                               FILE: comma-separated, with the columns status, duration, credit_history, savings and bad
                               (South German Credit, UCI 522, DOI 10.24432/C5X89F, CC BY 4.0)
npm run scoring:fit -- --bank  the same from the bank's own outcomes, once there are ${MIN_OF_EACH} good and ${MIN_OF_EACH} bad`;

/** The data set's codes as the scorecard's bins; an account that nobody has is a bin of its own there. */
const STATUS: Record<string, string> = { 1: 'sem_conta', 2: 'negativa', 3: 'baixa', 4: 'folga' };
const SAVINGS: Record<string, string> = {
  1: 'nenhuma',
  2: 'pequena',
  3: 'formada',
  4: 'formada',
  5: 'formada',
};
const HISTORY: Record<string, string> = { 0: 'atraso', 1: 'atraso', 2: 'em_dia', 3: 'em_dia', 4: 'quitado' };

function outcomesOfFile(path: string): Outcome[] {
  const [head = '', ...lines] = readFileSync(path, 'utf8').trim().split(/\r?\n/);
  const names = head.split(',');
  const column = (name: string): number => {
    const index = names.indexOf(name);
    if (index < 0) throw new Error(`${path} has no column ${name}`);
    return index;
  };
  const at = { status: column('status'), savings: column('savings'), history: column('credit_history') };
  const [duration, bad] = [column('duration'), column('bad')];
  return lines.map((line) => {
    const cells = line.split(',');
    const named = (table: Record<string, string>, index: number) => {
      const bin = table[cells[index] ?? ''];
      if (!bin) throw new Error(`no code of the data set: ${line}`);
      return bin;
    };
    return {
      bins: [
        named(STATUS, at.status),
        named(SAVINGS, at.savings),
        named(HISTORY, at.history),
        termBin(Number(cells[duration])),
      ],
      isBad: cells[bad] === '1',
    };
  });
}

const termBin = (months: number): string =>
  SCORECARD.attributes.term.find(({ upTo = 0 }) => months <= upTo)?.bin ?? 'mais_36';

/** The bank's credits whose first year is over: the bins kept with the proposal, and what became of it. */
async function outcomesOfBank(): Promise<Outcome[]> {
  const bank = await openBank(readEnv(process.env));
  try {
    const { creditProposals: proposals, instalments } = bank.db.tables;
    const today = bank.clock.today();
    const credits = await bank.db.select().from(proposals).where(isNotNull(proposals.paidOutOn));
    const mature = credits.filter(
      ({ paidOutOn }) => paidOutOn !== null && addMonths(paidOutOn, BAD.withinMonths) <= today,
    );
    const outcomes: Outcome[] = [];
    for (const credit of mature) {
      const until = addMonths(credit.paidOutOn ?? today, BAD.withinMonths);
      const rows = await bank.db.select().from(instalments).where(eq(instalments.proposalId, credit.id));
      const isBad = rows.some(({ dueOn, paidOn }) => {
        const end = paidOn !== null && paidOn < until ? paidOn : until;
        return daysBetween(dueOn, end) >= BAD.daysOverdue;
      });
      const { result } = keptAnalysisSchema.parse(credit.analysis);
      const bins = ATTRIBUTES.map(
        (attribute) => result.reasons.find((reason) => reason.attribute === attribute)?.bin ?? '',
      );
      outcomes.push({ bins, isBad });
    }
    return outcomes;
  } finally {
    await bank.db.close();
  }
}

function report(outcomes: readonly Outcome[]): void {
  const bad = outcomes.filter(({ isBad }) => isBad).length;
  console.log(`${outcomes.length} credits, ${bad} bad`);
  if (bad < MIN_OF_EACH || outcomes.length - bad < MIN_OF_EACH) {
    console.log(`too few to fit: at least ${MIN_OF_EACH} good and ${MIN_OF_EACH} bad are needed`);
    process.exitCode = 1;
    return;
  }
  const { auc, ks, brier, slope } = crossValidate(outcomes);
  console.log(
    `10 × 10 cross-validation: AUC ${auc.toFixed(3)}  KS ${ks.toFixed(3)}  Brier ${brier.toFixed(4)}  calibration slope ${slope.toFixed(3)}`,
  );
  print(fitScorecard(outcomes));
}

function print(fit: Fit): void {
  console.log(`intercept ${fit.intercept.toFixed(6)}`);
  const points = pointsOf(fit, SCORECARD.pointsToDoubleOdds);
  for (const [index, attribute] of ATTRIBUTES.entries()) {
    console.log(`${attribute}: coefficient ${fit.coefficients[index]?.toFixed(6)}`);
    for (const [bin, value] of points[index] ?? []) {
      const today = SCORECARD.attributes[attribute].find((one) => one.bin === bin)?.points;
      const evidence = fit.evidence[index]?.get(bin)?.toFixed(6);
      console.log(
        `  ${bin.padEnd(14)} evidence ${evidence?.padStart(10)}  points ${String(value).padStart(5)}  today ${today ?? '–'}`,
      );
    }
  }
}

const [source] = process.argv.slice(2);
if (!source || source === '--help') console.log(HELP);
else report(source === '--bank' ? await outcomesOfBank() : outcomesOfFile(source));
