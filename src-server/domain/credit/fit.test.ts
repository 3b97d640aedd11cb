import { expect, test } from 'vitest';
import {
  badProbability,
  crossValidate,
  fitScorecard,
  logistic,
  type Outcome,
  pointsOf,
  qualityOf,
} from './fit.ts';

/** Of each kind so many good and so many bad. */
const outcomes = (kinds: readonly [bins: string[], good: number, bad: number][]): Outcome[] =>
  kinds.flatMap(([bins, good, bad]) => [
    ...Array.from({ length: good }, () => ({ bins, isBad: false })),
    ...Array.from({ length: bad }, () => ({ bins, isBad: true })),
  ]);

const sample = outcomes([
  [['salary', 'short'], 180, 10],
  [['salary', 'long'], 90, 20],
  [['empty', 'short'], 70, 40],
  [['empty', 'long'], 40, 60],
]);

test('without a ridge a regression on one yes or no gives back the rates it was made of', () => {
  const rows = sample.map(({ bins }) => [1, bins[0] === 'empty' ? 1 : 0]);
  const [intercept = 0, slope = 0] = logistic(
    rows,
    sample.map(({ isBad }) => isBad),
    0,
  );
  expect(intercept).toBeCloseTo(Math.log(30 / 270), 6);
  expect(intercept + slope).toBeCloseTo(Math.log(100 / 110), 6);
});

test('the evidence of a bin begins at the overall rate, and safer bins have more points', () => {
  const fit = fitScorecard(sample);
  const prior = 130 / 510;
  const rate = (30 + 10 * prior) / (300 + 10);
  const expected = Math.log((1 - rate) / rate / ((1 - prior) / prior));
  expect(fit.evidence[0]?.get('salary')).toBeCloseTo(expected, 9);
  const [account] = pointsOf(fit, 100);
  expect(account?.get('salary')).toBeGreaterThan(0);
  expect(account?.get('empty')).toBeLessThan(0);
  expect(badProbability(fit, ['salary', 'short'])).toBeLessThan(badProbability(fit, ['empty', 'long']));
});

test('quality: chance, certainty, and ties', () => {
  const judged = (ps: number[], bad: boolean[]) =>
    qualityOf(ps.map((p, index) => ({ p, isBad: bad[index] ?? false })));
  expect(judged([0.9, 0.6, 0.7, 0.2], [true, false, true, false])).toMatchObject({ auc: 1, ks: 1 });
  expect(judged([0.5, 0.5, 0.5, 0.5], [true, false, true, false])).toMatchObject({
    auc: 0.5,
    ks: 0,
    brier: 0.25,
  });
  expect(judged([0.2, 0.6, 0.7, 0.9], [true, false, true, false])).toMatchObject({ auc: 0.25 });
});

test('cross-validation is the same every time, and between chance and what the fit itself says', () => {
  const quality = crossValidate(sample, { folds: 5, repeats: 2 });
  expect(crossValidate(sample, { folds: 5, repeats: 2 })).toEqual(quality);
  const fit = fitScorecard(sample);
  const own = qualityOf(sample.map(({ bins, isBad }) => ({ p: badProbability(fit, bins), isBad })));
  expect(quality.auc).toBeGreaterThan(0.6);
  expect(quality.auc).toBeLessThanOrEqual(own.auc + 0.01);
  expect(quality.brier).toBeLessThan(0.19);
});
