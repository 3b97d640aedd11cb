import { expect, test } from 'vitest';
import {
  badProbability,
  crossValidate,
  fitScorecard,
  logistic,
  type Outcome,
  pointsOf,
  qualityOf,
  recalibrate,
  splitInTime,
} from './fit.ts';

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

test('logistic regression without a ridge recovers the rates of a yes-or-no attribute', () => {
  const rows = sample.map(({ bins }) => [1, bins[0] === 'empty' ? 1 : 0]);
  const [intercept = 0, slope = 0] = logistic(
    rows,
    sample.map(({ isBad }) => isBad),
    0,
  );
  expect(intercept).toBeCloseTo(Math.log(30 / 270), 6);
  expect(intercept + slope).toBeCloseTo(Math.log(100 / 110), 6);
});

test("a bin's evidence is smoothed towards the overall rate, and safer bins get more points", () => {
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

test('the points of a bin are its weight on the scale of the scorecard, rounded half up', () => {
  const [account, term] = pointsOf(
    {
      intercept: 0,
      coefficients: [-1, -0.5],
      evidence: [
        new Map([
          ['one', Math.LN2],
          ['half', Math.LN2 * 0.015],
        ]),
        new Map([['other', Math.LN2]]),
      ],
    },
    100,
  );
  expect([...(account ?? [])]).toEqual([
    ['one', 100],
    ['half', 2],
  ]);
  expect([...(term ?? [])]).toEqual([['other', 50]]);
});

test('without outcomes nothing is fitted, and a bin that the fit never saw counts nothing', () => {
  expect(fitScorecard([])).toEqual({ intercept: 0, coefficients: [], evidence: [] });
  const fit = { intercept: Math.log(3), coefficients: [-1], evidence: [new Map([['known', 1]])] };
  expect(badProbability(fit, ['unknown'])).toBeCloseTo(0.75, 12);
  expect(badProbability(fit, ['known'])).toBeCloseTo(3 / (3 + Math.E), 12);
});

test('a ridge shrinks every weight but the intercept', () => {
  const rows = sample.map(({ bins }) => [1, bins[0] === 'empty' ? 1 : 0, bins[1] === 'long' ? 1 : 0]);
  const isBad = sample.map((one) => one.isBad);
  const free = logistic(rows, isBad, 0);
  const held = logistic(rows, isBad, 1e9);
  for (const weight of held.slice(1)) expect(Math.abs(weight)).toBeLessThan(1e-6);
  expect(held[0]).toBeCloseTo(Math.log(130 / 380), 4);
  expect(Math.abs(logistic(rows, isBad)[1] ?? 0)).toBeLessThan(Math.abs(free[1] ?? 0));
  // At the optimum the predicted and the counted bad outcomes agree, all together and for each attribute.
  const p = rows.map(
    (row) => 1 / (1 + Math.exp(-row.reduce((sum, value, at) => sum + value * (free[at] ?? 0), 0))),
  );
  for (const column of [0, 1, 2])
    expect(
      rows.reduce((sum, row, at) => sum + (row[column] ?? 0) * ((p[at] ?? 0) - Number(isBad[at])), 0),
    ).toBeCloseTo(0, 6);
});

test('an attribute whose coefficient contradicts its evidence gets weight zero', () => {
  // Long terms are better within each account bin, but look worse overall.
  const confused = outcomes([
    [['salary', 'short'], 450, 50],
    [['salary', 'long'], 48, 2],
    [['empty', 'short'], 20, 30],
    [['empty', 'long'], 250, 250],
  ]);
  const { coefficients } = fitScorecard(confused);
  expect(coefficients[0]).toBeLessThan(0);
  expect(coefficients[1]).toBe(0);
});

test('recalibration keeps a calibrated scorecard and flattens an overconfident one', () => {
  // Points, good and bad outcomes: the odds of a good one double with every 100 points.
  const right = [
    [500, 190, 10],
    [600, 380, 10],
    [400, 95, 10],
  ].flatMap(([points = 0, good = 0, bad = 0]) =>
    [...Array(good + bad)].map((_, index) => ({ points, isBad: index < bad })),
  );
  const scale = { centre: 500, pointsToDoubleOdds: 100 };
  const { intercept, slope } = recalibrate(right, scale);
  expect([intercept, slope]).toEqual([expect.closeTo(-Math.log(19), 6), expect.closeTo(1, 6)]);
  const overconfident = right.map(({ points, isBad }) => ({ points: 2 * points - 500, isBad }));
  expect(recalibrate(overconfident, scale).slope).toBeCloseTo(0.5, 6);
});

test('the last fifth of the months is held out as the latest sample', () => {
  const lent = Array.from({ length: 10 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}`).flatMap(
    (month) => [{ paidOutOn: `${month}-01` }, { paidOutOn: `${month}-28` }],
  );
  const { earlier, latest } = splitInTime(lent);
  expect(earlier).toEqual(lent.slice(0, 16));
  expect(latest).toEqual(lent.slice(16));
  // Of six months two are held out, however many days each has and in whatever order they come.
  const days = ['06-30', '06-02', '06-01', '01-15', '02-15', '03-15', '04-15', '05-31', '05-01'];
  const split = splitInTime(days.map((day) => ({ paidOutOn: `2026-${day}` })));
  expect(split.latest.map(({ paidOutOn }) => paidOutOn.slice(5))).toEqual([
    '06-30',
    '06-02',
    '06-01',
    '05-31',
    '05-01',
  ]);
  expect(split.earlier).toHaveLength(4);
  expect(splitInTime([])).toEqual({ earlier: [], latest: [] });
});

test('AUC, KS and Brier score are right for perfect, tied and mostly wrong predictions', () => {
  const judged = (ps: number[], bad: boolean[]) =>
    qualityOf(ps.map((p, index) => ({ p, isBad: bad[index] ?? false })));
  expect(judged([0.9, 0.6, 0.7, 0.2], [true, false, true, false])).toMatchObject({ auc: 1, ks: 1 });
  expect(judged([0.5, 0.5, 0.5, 0.5], [true, false, true, false])).toMatchObject({
    auc: 0.5,
    ks: 0,
    brier: 0.25,
  });
  expect(judged([0.2, 0.6, 0.7, 0.9], [true, false, true, false])).toMatchObject({ auc: 0.25 });
  expect(judged([0.9, 0.7, 0.7, 0.1], [true, true, false, false])).toMatchObject({ auc: 0.875, ks: 0.5 });
});

test('the slope of calibrated predictions is one, and of predictions twice as extreme a half', () => {
  const groups = [
    [0.1, 90, 10],
    [0.5, 50, 50],
    [0.8, 20, 80],
  ] as const;
  const found = groups.flatMap(([p, good, bad]) =>
    outcomes([[[], good, bad]]).map(({ isBad }) => ({ p, isBad })),
  );
  expect(qualityOf(found).slope).toBeCloseTo(1, 6);
  const sure = found.map(({ p, isBad }) => ({ p: p ** 2 / (p ** 2 + (1 - p) ** 2), isBad }));
  expect(qualityOf(sure).slope).toBeCloseTo(0.5, 6);
});

test('cross-validation is repeatable and no better than the fit on its own data', () => {
  const quality = crossValidate(sample, { folds: 5, repeats: 2 });
  expect(crossValidate(sample, { folds: 5, repeats: 2 })).toEqual(quality);
  const fit = fitScorecard(sample);
  const own = qualityOf(sample.map(({ bins, isBad }) => ({ p: badProbability(fit, bins), isBad })));
  expect(quality.auc).toBeGreaterThan(0.6);
  expect(quality.auc).toBeLessThanOrEqual(own.auc + 0.01);
  expect(quality.brier).toBeLessThan(0.19);
});
