import { Decimal } from 'decimal.js';
import { RISK_LEVELS, type RiskLevel } from './risk-level.ts';
import type { AccountFacts, Reason, Score, ScoreInput } from './score-shapes.ts';
import { ATTRIBUTES, type Attribute, type Bin, SCORECARD } from './scorecard.ts';

const MAX_SCORE = 1000;
const REASONS_SHOWN = 3;
/** Worst level first. */
const MAX_SCORE_BY_LEVEL = [200, 400, 600, 800, MAX_SCORE];

export const riskLevelOf = (score: number): RiskLevel =>
  RISK_LEVELS[RISK_LEVELS.length - 1 - MAX_SCORE_BY_LEVEL.findIndex((end) => score <= end)] ?? 'muito_alto';

export function scoreOf(input: ScoreInput): Score {
  const reasons = ATTRIBUTES.map((attribute) => reasonOf(attribute, input));
  const points = (of: readonly Reason[]) => of.reduce((sum, reason) => sum + reason.points, 0);
  const sum = SCORECARD.base + points(reasons);
  const bounded = Math.min(MAX_SCORE, Math.max(0, sum));
  const isDefaultCase = inDefaultCase(input, reasons);
  const isProven = proven(input, reasons);
  const score = applyPolicy(bounded, { reasons, isDefaultCase, isProven });
  const personal = SCORECARD.base + points(reasons.filter(({ attribute }) => attribute !== 'collateral'));
  const { odds, points: centre } = SCORECARD.centre;
  return {
    version: SCORECARD.version,
    score,
    level: riskLevelOf(score),
    reasons,
    base: SCORECARD.base,
    sum,
    limitAdjustment: bounded - sum,
    policyAdjustment: score - bounded,
    probability: 1 / (1 + odds * 2 ** ((personal - centre) / SCORECARD.pointsToDoubleOdds)),
    commitment: commitmentOf(input),
    isDefaultCase,
    isProven,
    negatives: heaviest(reasons.filter((reason) => reason.points < 0)),
    positives: heaviest(reasons.filter((reason) => reason.points > 0)),
  };
}

const heaviest = (reasons: Reason[]): Reason[] =>
  reasons.toSorted((one, other) => Math.abs(other.points) - Math.abs(one.points)).slice(0, REASONS_SHOWN);

function applyPolicy(
  bounded: number,
  { reasons, isDefaultCase, isProven }: Pick<Score, 'reasons' | 'isDefaultCase' | 'isProven'>,
): number {
  const { uncollateralised, collateralised } = SCORECARD.policy;
  const collateral = reasonIn(reasons, 'collateral');
  if (collateral.bin === 'nenhuma') {
    const capped = isProven ? bounded : Math.min(bounded, uncollateralised.ceiling);
    return isDefaultCase ? Math.max(capped, uncollateralised.floor) : capped;
  }
  const isCritical = reasonIn(reasons, 'history').bin === 'critico';
  const capped = isCritical ? Math.min(bounded, collateralised.criticalCeiling) : bounded;
  const isWorthIt = collateral.points >= collateralised.minPoints;
  return isDefaultCase && isWorthIt ? Math.max(capped, collateralised.floor) : capped;
}

function inDefaultCase(input: ScoreInput, reasons: Reason[]): boolean {
  const { minRating, maxCommitmentThousandths } = SCORECARD.policy.defaultCase;
  const isAdverse = ['critico', 'atraso'].includes(reasonIn(reasons, 'history').bin);
  const isNegative = reasonIn(reasons, 'account').bin === 'negativa';
  const hasFairRating = input.ratingVb === null || input.ratingVb >= minRating;
  return !isAdverse && !isNegative && hasFairRating && isWithin(input, maxCommitmentThousandths);
}

function proven(input: ScoreInput, reasons: Reason[]): boolean {
  const { minRating, maxCommitmentThousandths } = SCORECARD.policy.proven;
  const isPaidOff = reasonIn(reasons, 'history').bin === 'quitado';
  return isPaidOff && (input.ratingVb ?? -1) >= minRating && isWithin(input, maxCommitmentThousandths);
}

function reasonIn(reasons: readonly Reason[], attribute: Attribute): Reason {
  const found = reasons.find((reason) => reason.attribute === attribute);
  if (!found) throw new Error(`scorecard: no reason for attribute ${attribute}`);
  return found;
}

function reasonOf(attribute: Attribute, input: ScoreInput): Reason {
  const { bin, points, code, text } = binOf(attribute, input);
  const aged = attribute === 'collateral' ? points + vehicleAgePoints(input) : points;
  return { attribute, bin, points: aged, code, text };
}

function binOf(attribute: Attribute, input: ScoreInput): Bin {
  const name = binName[attribute](input);
  const found = SCORECARD.attributes[attribute].find(({ bin }) => bin === name);
  if (!found) throw new Error(`scorecard: attribute ${attribute} has no bin ${name}`);
  return found;
}

const binName: Record<Attribute, (input: ScoreInput) => string> = {
  account: ({ account, monthlyIncomeCents }) => {
    if (!account || !isMoving(account)) return 'sem_movimento';
    if (account.minBalance90Cents < 0) return 'negativa';
    const income = incomeOf(monthlyIncomeCents);
    const isAmple = income !== null && account.avgBalance90Cents * 10 >= income;
    return account.isSalaryCredited || isAmple ? 'folga' : 'baixa';
  },
  reserve: ({ account, monthlyIncomeCents }) => {
    const income = incomeOf(monthlyIncomeCents);
    const lowest = account?.minMonthEnd3Cents ?? null;
    if (!account || !isMoving(account) || income === null || lowest === null) return 'sem_dado';
    if (lowest <= 0) return 'nenhuma';
    return lowest * 100 < income * 6 ? 'pequena' : 'formada';
  },
  history: ({ history }) => {
    if (history.currentOverdueDays > 30 || history.openCollections > 0) return 'critico';
    const wasLate = history.worstDaysLate24m >= 16 || history.resolvedCollections24m > 0;
    if (history.currentOverdueDays > 0 || wasLate) return 'atraso';
    if (history.finishedOperations > 0) return 'quitado';
    return history.dueInstalments > 0 ? 'em_dia' : 'sem_historico';
  },
  term: ({ termMonths }) => upTo('term', (end) => termMonths <= end),
  commitment: (input) =>
    incomeOf(input.monthlyIncomeCents) === null
      ? 'sem_renda'
      : upTo('commitment', (thousandths) => isWithin(input, thousandths)),
  rating: ({ ratingVb }) =>
    ratingVb === null
      ? 'nulo'
      : (SCORECARD.attributes.rating.find(({ from }) => from !== undefined && ratingVb >= from)?.bin ??
        'lt200'),
  collateral: ({ collateral }) => collateral?.type ?? 'nenhuma',
};

const upTo = (attribute: Attribute, isWithinEnd: (end: number) => boolean): string =>
  SCORECARD.attributes[attribute].find(({ upTo: end }) => end !== undefined && isWithinEnd(end))?.bin ?? '';

const MIN_MOVEMENT_DAYS = 5;
const isMoving = ({ movementDays90 }: AccountFacts): boolean => movementDays90 >= MIN_MOVEMENT_DAYS;

const incomeOf = (cents: number | null): number | null => (cents !== null && cents > 0 ? cents : null);

function commitmentOf({ instalmentCents, monthlyIncomeCents }: ScoreInput): number | null {
  const income = incomeOf(monthlyIncomeCents);
  return income === null ? null : Number((instalmentCents / income).toFixed(4));
}

/** With a tolerance of 0.0001 cents, since a proposed instalment may have fractions of a cent. */
function isWithin({ instalmentCents, monthlyIncomeCents }: ScoreInput, thousandths: number): boolean {
  const income = incomeOf(monthlyIncomeCents);
  if (income === null) return false;
  const limit = new Decimal(income).mul(thousandths).div(1000);
  return new Decimal(instalmentCents).sub(limit).lte('0.0001');
}

function vehicleAgePoints({ collateral, referenceOn }: ScoreInput): number {
  if (!collateral || collateral.type === 'casa') return 0;
  if (collateral.vehicleYear === null) return SCORECARD.unknownVehicleAgePoints;
  const years = Math.max(0, Number(referenceOn.slice(0, 4)) - collateral.vehicleYear);
  return SCORECARD.vehicleAge.find(({ upToYears }) => years <= upToYears)?.points ?? 0;
}
