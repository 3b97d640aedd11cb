import { readFileSync } from 'node:fs';
import {
  badProbability,
  crossValidate,
  type Fit,
  fitScorecard,
  type Outcome,
  pointsOf,
  type Quality,
  qualityOf,
  recalibrate,
  splitInTime,
} from '#domain/credit/fit';
import { SCORECARD } from '#domain/credit/scorecard';
import { openBank } from '#server/bank';
import { FITTED_ATTRIBUTES, type KnownOutcome, knownOutcomes } from '#server/credit/outcomes';
import { readEnv } from '#server/kernel/env';

const MIN_OF_EACH = 100;
/** Below this number of the bank's own bad credits the attributes are not refitted. */
const MIN_BAD_TO_REFIT = 300;

const HELP = `npm run scoring:fit -- FILE    refits the four attributes from a data file and prints their quality
                               FILE: comma-separated, with the columns status, duration, credit_history, savings and bad
                               (South German Credit, UCI 522, DOI 10.24432/C5X89F, CC BY 4.0)
npm run scoring:fit -- --bank  recalibrates the score on the bank's own outcomes, from ${MIN_OF_EACH} good and ${MIN_OF_EACH} bad ones on,
                               and refits the attributes from ${MIN_BAD_TO_REFIT} bad ones on; quality on the last fifth of the months`;

/** Data set codes as scorecard bins; not having an account is a bin of its own. */
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
    if (index < 0) throw new Error(`${path}: column ${name} not found`);
    return index;
  };
  const at = { status: column('status'), savings: column('savings'), history: column('credit_history') };
  const [duration, bad] = [column('duration'), column('bad')];
  return lines.map((line) => {
    const cells = line.split(',');
    const named = (table: Record<string, string>, index: number) => {
      const bin = table[cells[index] ?? ''];
      if (!bin) throw new Error(`unknown code '${cells[index]}' in line: ${line}`);
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

async function outcomesOfBank(): Promise<KnownOutcome[]> {
  const bank = await openBank(readEnv(process.env));
  try {
    return await knownOutcomes(bank);
  } finally {
    await bank.db.close();
  }
}

function areEnough(outcomes: readonly Outcome[]): boolean {
  const bad = badOf(outcomes);
  console.log(`${outcomes.length} credits, ${bad} bad`);
  const enough = bad >= MIN_OF_EACH && outcomes.length - bad >= MIN_OF_EACH;
  if (!enough) {
    console.log(`too few to fit: at least ${MIN_OF_EACH} good and ${MIN_OF_EACH} bad are needed`);
    process.exitCode = 1;
  }
  return enough;
}

const badOf = (outcomes: readonly Outcome[]): number => outcomes.filter(({ isBad }) => isBad).length;

const inWords = ({ auc, ks, brier, slope }: Quality): string =>
  `AUC ${auc.toFixed(3)}  KS ${ks.toFixed(3)}  Brier ${brier.toFixed(4)}  calibration slope ${slope.toFixed(3)}`;

function reportFile(outcomes: readonly Outcome[]): void {
  if (!areEnough(outcomes)) return;
  console.log(`10 × 10 cross-validation: ${inWords(crossValidate(outcomes))}`);
  print(fitScorecard(outcomes));
}

/** Few bad credits only recalibrate the score; many refit the attributes. */
function reportBank(outcomes: readonly KnownOutcome[]): void {
  if (!areEnough(outcomes)) return;
  const { centre, pointsToDoubleOdds } = SCORECARD;
  const scale = { centre: centre.points, pointsToDoubleOdds };
  const { intercept, slope } = recalibrate(outcomes, scale);
  console.log(
    `recalibrated on the sum of points: intercept ${intercept.toFixed(4)} (today ${(-Math.log(centre.odds)).toFixed(4)})  slope ${slope.toFixed(4)} (today 1)`,
  );
  const { earlier, latest } = splitInTime(outcomes);
  const isJudged = badOf(latest) > 0 && badOf(latest) < latest.length && badOf(earlier) > 0;
  const said = (name: string, of: (one: KnownOutcome) => number) =>
    console.log(
      `${name} on the last fifth of the months: ${isJudged ? inWords(qualityOf(latest.map((one) => ({ p: of(one), isBad: one.isBad })))) : 'not measurable without both good and bad credits'}`,
    );
  const past = recalibrate(earlier, scale);
  said('recalibrated', ({ points }) => {
    const logit = past.intercept + past.slope * (((centre.points - points) * Math.LN2) / pointsToDoubleOdds);
    return 1 / (1 + Math.exp(-logit));
  });
  if (badOf(outcomes) < MIN_BAD_TO_REFIT) {
    console.log(`too few to refit the attributes: at least ${MIN_BAD_TO_REFIT} bad are needed`);
    return;
  }
  const learnt = fitScorecard(earlier);
  said('refitted', ({ bins }) => badProbability(learnt, bins));
  print(fitScorecard(outcomes));
}

function print(fit: Fit): void {
  console.log(`intercept ${fit.intercept.toFixed(6)}`);
  const points = pointsOf(fit, SCORECARD.pointsToDoubleOdds);
  for (const [index, attribute] of FITTED_ATTRIBUTES.entries()) {
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
else if (source === '--bank') reportBank(await outcomesOfBank());
else reportFile(outcomesOfFile(source));
