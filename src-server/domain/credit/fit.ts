import { nextRandom } from '#domain/random';

/** `bins`: one per fitted attribute. */
export type Outcome = { bins: readonly string[]; isBad: boolean };

/** A fitted scorecard: weight of evidence per bin, coefficient per attribute. */
export type Fit = { intercept: number; coefficients: number[]; evidence: Map<string, number>[] };

/** AUC, Kolmogorov-Smirnov, Brier score and calibration slope. */
export type Quality = { auc: number; ks: number; brier: number; slope: number };

/** Pseudo-observations per bin at the overall rate. */
const SMOOTHING = 10;
const STEPS = 50;
const TOLERANCE = 1e-9;

/**
 * Weight of evidence, then logistic regression with ridge 1 (Newton's method); drops coefficients of the
 * wrong sign.
 */
export function fitScorecard(outcomes: readonly Outcome[]): Fit {
  const evidence = (outcomes[0]?.bins ?? []).map((_, index) => weightsOfEvidence(outcomes, index));
  const isBad = outcomes.map((outcome) => outcome.isBad);
  const without = new Set<number>();
  for (;;) {
    const rows = outcomes.map(({ bins }) => [
      1,
      ...bins.map((bin, index) => (without.has(index) ? 0 : (at(evidence, index).get(bin) as number))),
    ]);
    const [intercept = 0, ...coefficients] = logistic(rows, isBad);
    const wrong = coefficients.flatMap((coefficient, index) => (coefficient > 0 ? [index] : []));
    if (wrong.length === 0) return { intercept, coefficients, evidence };
    for (const index of wrong) without.add(index);
  }
}

/** log odds of bad = `intercept` − `slope` × (points − centre); calibrated: slope 1. */
export function recalibrate(
  outcomes: readonly { points: number; isBad: boolean }[],
  { centre, pointsToDoubleOdds }: { centre: number; pointsToDoubleOdds: number },
): { intercept: number; slope: number } {
  const [intercept = 0, slope = 0] = logistic(
    outcomes.map(({ points }) => [1, ((centre - points) * Math.LN2) / pointsToDoubleOdds]),
    outcomes.map(({ isBad }) => isBad),
    0,
  );
  return { intercept, slope };
}

/** The last fifth of the months is for validation. */
export function splitInTime<Lent extends { paidOutOn: string }>(
  lent: readonly Lent[],
): { earlier: Lent[]; latest: Lent[] } {
  const months = [...new Set(lent.map(({ paidOutOn }) => paidOutOn.slice(0, 7)))].sort();
  const from = at(months, months.length - Math.ceil(months.length / 5));
  const isLatest = ({ paidOutOn }: Lent) => paidOutOn >= from;
  return { earlier: lent.filter((one) => !isLatest(one)), latest: lent.filter(isLatest) };
}

function weightsOfEvidence(outcomes: readonly Outcome[], index: number): Map<string, number> {
  const prior = outcomes.filter(({ isBad }) => isBad).length / outcomes.length;
  const counts = new Map<string, { all: number; bad: number }>();
  for (const { bins, isBad } of outcomes) {
    const bin = at(bins, index);
    const count = counts.get(bin) ?? { all: 0, bad: 0 };
    counts.set(bin, { all: count.all + 1, bad: count.bad + Number(isBad) });
  }
  const oddsOf = (bad: number) => (1 - bad) / bad;
  const evidence = new Map<string, number>();
  for (const [bin, { all, bad }] of counts) {
    const rate = (bad + SMOOTHING * prior) / (all + SMOOTHING);
    evidence.set(bin, Math.log(oddsOf(rate) / oddsOf(prior)));
  }
  return evidence;
}

/** A bin that was not fitted counts nothing. */
export function badProbability({ intercept, coefficients, evidence }: Fit, bins: readonly string[]): number {
  const sum = bins.reduce(
    (total, bin, index) => total + at(coefficients, index) * (at(evidence, index).get(bin) ?? 0),
    intercept,
  );
  return sigmoid(sum);
}

export function pointsOf({ coefficients, evidence }: Fit, pointsToDoubleOdds: number): Map<string, number>[] {
  const factor = pointsToDoubleOdds / Math.LN2;
  return evidence.map(
    (bins, index) =>
      new Map(
        [...bins].map(([bin, weight]) => [bin, Math.round(-at(coefficients, index) * weight * factor)]),
      ),
  );
}

/** The first column is the intercept, which the ridge leaves alone. */
export function logistic(rows: readonly number[][], isBad: readonly boolean[], ridge = 1): number[] {
  let weights = (rows[0] ?? []).map(() => 0);
  for (let step = 0; step < STEPS; step += 1) {
    const found = rows.map((row, index) => {
      const p = sigmoid(dot(weights, row));
      return { row, error: p - Number(isBad[index]), spread: p * (1 - p) };
    });
    const gradient = weights.map((weight, one) =>
      found.reduce((sum, { row, error }) => sum + error * at(row, one), one === 0 ? 0 : ridge * weight),
    );
    const curvature = weights.map((_, one) =>
      weights.map((__, other) =>
        found.reduce(
          (sum, { row, spread }) => sum + spread * at(row, one) * at(row, other),
          one === other && one > 0 ? ridge : 0,
        ),
      ),
    );
    const change = solve(curvature, gradient);
    weights = weights.map((weight, one) => weight - at(change, one));
    if (Math.max(...change.map(Math.abs)) < TOLERANCE) break;
  }
  return weights;
}

/** Gauss-Jordan elimination, without pivoting, since the curvature is positive definite. */
function solve(matrix: readonly number[][], vector: readonly number[]): number[] {
  let rows = matrix.map((row, index) => [...row, at(vector, index)]);
  for (const column of matrix.keys()) {
    const pivot = at(rows, column);
    const line = pivot.map((value) => value / at(pivot, column));
    rows = rows.map((row, index) =>
      index === column ? line : row.map((value, place) => value - at(row, column) * at(line, place)),
    );
  }
  return rows.map((row) => at(row, matrix.length));
}

export function qualityOf(found: readonly { p: number; isBad: boolean }[]): Quality {
  const byRisk = found.toSorted((one, other) => other.p - one.p);
  const bad = found.filter(({ isBad }) => isBad).length;
  const good = found.length - bad;
  let [truePositives, falsePositives, area, ks] = [0, 0, 0, 0];
  for (let start = 0; start < byRisk.length; ) {
    let end = start;
    let [bads, goods] = [0, 0];
    for (; end < byRisk.length && at(byRisk, end).p === at(byRisk, start).p; end += 1)
      if (at(byRisk, end).isBad) bads += 1;
      else goods += 1;
    area += (goods / good) * (truePositives + bads / 2) * (1 / bad);
    truePositives += bads;
    falsePositives += goods;
    ks = Math.max(ks, truePositives / bad - falsePositives / good);
    start = end;
  }
  const logits = found.map(({ p }) => [1, Math.log(p / (1 - p))]);
  const slope = logistic(
    logits,
    found.map(({ isBad }) => isBad),
    0,
  )[1];
  const brier = found.reduce((sum, { p, isBad }) => sum + (p - Number(isBad)) ** 2, 0) / found.length;
  return { auc: area, ks, brier, slope: slope ?? Number.NaN };
}

/** Mean quality over `repeats` stratified k-fold cross-validations. */
export function crossValidate(
  outcomes: readonly Outcome[],
  { folds = 10, repeats = 10 }: { folds?: number; repeats?: number } = {},
): Quality {
  const all: Quality[] = [];
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const fold = dealt(outcomes, folds, repeat + 1);
    const found: { p: number; isBad: boolean }[] = [];
    for (let out = 0; out < folds; out += 1) {
      const fit = fitScorecard(outcomes.filter((_, index) => fold[index] !== out));
      for (const [index, { bins, isBad }] of outcomes.entries())
        if (fold[index] === out) found.push({ p: badProbability(fit, bins), isBad });
    }
    all.push(qualityOf(found));
  }
  const mean = (of: (quality: Quality) => number) => all.reduce((sum, one) => sum + of(one), 0) / all.length;
  return {
    auc: mean((q) => q.auc),
    ks: mean((q) => q.ks),
    brier: mean((q) => q.brier),
    slope: mean((q) => q.slope),
  };
}

/** The fold of each outcome: stratified by `isBad`, deterministic by seed. */
function dealt(outcomes: readonly Outcome[], folds: number, seed: number): number[] {
  const random = { seed };
  const fold = Array<number>(outcomes.length).fill(0);
  for (const kind of [true, false]) {
    const indices = outcomes.flatMap(({ isBad }, index) => (isBad === kind ? [index] : []));
    for (let last = indices.length - 1; last > 0; last -= 1) {
      const other = Math.floor(nextRandom(random) * (last + 1));
      [indices[last], indices[other]] = [at(indices, other), at(indices, last)];
    }
    for (const [place, index] of indices.entries()) fold[index] = place % folds;
  }
  return fold;
}

/** The item at an index that is within the list. */
const at = <Item>(list: readonly Item[], index: number): Item => list[index] as Item;

const sigmoid = (value: number): number => 1 / (1 + Math.exp(-value));
const dot = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, value, index) => sum + value * at(other, index), 0);
