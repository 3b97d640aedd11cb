import { describe, expect, test } from 'vitest';
import { accountFacts, factsFrom } from './account-facts.ts';
import { riskLevelOf, scoreOf } from './score.ts';
import type { AccountFacts, CreditHistory, ScoreInput } from './score-shapes.ts';
import type { Attribute } from './scorecard.ts';

const ACCOUNT: AccountFacts = {
  movementDays90: 5,
  minBalance90Cents: 0,
  avgBalance90Cents: 0,
  isSalaryCredited: false,
  minMonthEnd3Cents: 1,
};
const HISTORY: CreditHistory = {
  dueInstalments: 0,
  worstDaysLate24m: 0,
  currentOverdueDays: 0,
  openCollections: 0,
  resolvedCollections24m: 0,
  finishedOperations: 0,
};
const INPUT: ScoreInput = {
  amountCents: 100_000,
  termMonths: 12,
  instalmentCents: 10_000,
  monthlyIncomeCents: 100_000,
  collateral: null,
  referenceOn: '2026-03-10',
  account: ACCOUNT,
  history: HISTORY,
  ratingVb: null,
};

const reason = (attribute: Attribute, changes: Partial<ScoreInput>) =>
  scoreOf({ ...INPUT, ...changes }).reasons.find((one) => one.attribute === attribute);
const bin = (attribute: Attribute, changes: Partial<ScoreInput>) => reason(attribute, changes)?.bin;
const account = (facts: Partial<AccountFacts>) => ({ account: { ...ACCOUNT, ...facts } });
const history = (facts: Partial<CreditHistory>) => ({ history: { ...HISTORY, ...facts } });

describe('at the bounds of the scorecard', () => {
  test.each([
    ['no account', { account: null }, 'sem_movimento'],
    ['four days with movement', account({ movementDays90: 4 }), 'sem_movimento'],
    ['five days with movement', account({ movementDays90: 5 }), 'baixa'],
    ['a lowest balance of one cent below zero', account({ minBalance90Cents: -1 }), 'negativa'],
    ['a lowest balance of zero', account({ minBalance90Cents: 0 }), 'baixa'],
    ['a salary credited', account({ isSalaryCredited: true }), 'folga'],
    ['a tenth of the income on average', account({ avgBalance90Cents: 10_000 }), 'folga'],
    ['a tenth of the income less a cent', account({ avgBalance90Cents: 9_999 }), 'baixa'],
    [
      'a large balance without an income',
      { ...account({ avgBalance90Cents: 10_000 }), monthlyIncomeCents: null },
      'baixa',
    ],
    ['an income of zero', { ...account({ avgBalance90Cents: 10_000 }), monthlyIncomeCents: 0 }, 'baixa'],
  ] as const)('an account with %s counts as $2', (_, changes, expected) =>
    expect(bin('account', changes)).toBe(expected),
  );

  test.each([
    ['no month has ended', account({ minMonthEnd3Cents: null }), 'sem_dado'],
    ['fewer than five days had movement', account({ movementDays90: 4 }), 'sem_dado'],
    ['there is no account', { account: null }, 'sem_dado'],
    ['there is no income', { monthlyIncomeCents: null }, 'sem_dado'],
    ['the lowest month end is zero', account({ minMonthEnd3Cents: 0 }), 'nenhuma'],
    ['the lowest month end is one cent', account({ minMonthEnd3Cents: 1 }), 'pequena'],
    ['the lowest month end is under 6 % of the income', account({ minMonthEnd3Cents: 5_999 }), 'pequena'],
    ['the lowest month end is 6 % of the income', account({ minMonthEnd3Cents: 6_000 }), 'formada'],
  ] as const)('the reserve counts as $2 when %s', (_, changes, expected) =>
    expect(bin('reserve', changes)).toBe(expected),
  );

  test.each([
    ['nothing', {}, 'sem_historico'],
    ['an instalment that was due', { dueInstalments: 1 }, 'em_dia'],
    ['a credit paid off', { dueInstalments: 1, finishedOperations: 1 }, 'quitado'],
    ['15 days late once', { finishedOperations: 1, worstDaysLate24m: 15 }, 'quitado'],
    ['16 days late once', { finishedOperations: 1, worstDaysLate24m: 16 }, 'atraso'],
    ['a day late now', { currentOverdueDays: 1 }, 'atraso'],
    ['30 days late now', { currentOverdueDays: 30 }, 'atraso'],
    ['31 days late now', { currentOverdueDays: 31 }, 'critico'],
    ['a collection that was resolved', { resolvedCollections24m: 1 }, 'atraso'],
    ['a collection that is open', { openCollections: 1 }, 'critico'],
  ] as const)('a payment history with %s counts as $2', (_, changes, expected) =>
    expect(bin('history', history(changes))).toBe(expected),
  );

  test.each([
    [null, 'nulo'],
    [0, 'lt200'],
    [199, 'lt200'],
    [200, 'ge200'],
    [399, 'ge200'],
    [400, 'ge400'],
    [599, 'ge400'],
    [600, 'ge600'],
    [799, 'ge600'],
    [800, 'ge800'],
  ] as const)('a rating of %s counts as %s', (ratingVb, expected) => {
    expect(bin('rating', { ratingVb })).toBe(expected);
  });

  test.each([
    [2026, 0],
    [2027, 0],
    [2021, 0],
    [2020, -20],
    [2016, -20],
    [2015, -50],
    [2011, -50],
    [2010, -80],
    [null, -50],
  ])('a car of %s counts with %s points for its age', (vehicleYear, points) => {
    const car = (year: number | null) =>
      reason('collateral', { collateral: { type: 'carro', vehicleYear: year } })?.points ?? Number.NaN;
    expect(car(vehicleYear) - car(2026)).toBe(points);
  });

  test('the instalment is compared with the income to a ten-thousandth of a cent', () => {
    expect(bin('commitment', { instalmentCents: 15_000 })).toBe('ate_15');
    expect(bin('commitment', { instalmentCents: 15_000.0001 })).toBe('ate_15');
    expect(bin('commitment', { instalmentCents: 15_000.001 })).toBe('15_30');
    expect(bin('commitment', { monthlyIncomeCents: null })).toBe('sem_renda');
    expect(scoreOf({ ...INPUT, monthlyIncomeCents: null }).commitment).toBeNull();
    expect(scoreOf({ ...INPUT, monthlyIncomeCents: 0 }).commitment).toBeNull();
    expect(scoreOf(INPUT).commitment).toBe(0.1);
  });

  test.each([
    [0, 'muito_alto'],
    [200, 'muito_alto'],
    [201, 'alto'],
    [400, 'alto'],
    [401, 'moderado'],
    [600, 'moderado'],
    [601, 'baixo'],
    [800, 'baixo'],
    [801, 'muito_baixo'],
    [1000, 'muito_baixo'],
  ] as const)('a score of %s is a risk %s', (score, level) => {
    expect(riskLevelOf(score)).toBe(level);
  });

  test('a proven customer has a rating of 700 or more, and nobody without a rating is proven', () => {
    const paidOff = history({ finishedOperations: 1 });
    const isProven = (ratingVb: number | null) => scoreOf({ ...INPUT, ...paidOff, ratingVb }).isProven;
    expect([null, 699, 700].map(isProven)).toEqual([false, false, true]);
  });

  test('the default case of the scorecard has a rating of 400 or more, or none', () => {
    const isDefaultCase = (ratingVb: number | null) => scoreOf({ ...INPUT, ratingVb }).isDefaultCase;
    expect([null, 399, 400].map(isDefaultCase)).toEqual([true, false, true]);
  });

  test.each([
    [9, 'ate_9'],
    [10, '10_15'],
    [15, '10_15'],
    [16, '16_24'],
    [24, '16_24'],
    [25, '25_36'],
    [36, '25_36'],
    [37, 'mais_36'],
  ])('a term of %i months counts as %s', (termMonths, expected) => {
    expect(bin('term', { termMonths })).toBe(expected);
  });

  test.each([
    [30_000, '15_30', true],
    [30_001, '30_40', false],
    [40_000, '30_40', false],
    [40_001, '40_50', false],
    [50_000, '40_50', false],
    [50_001, 'mais_50', false],
  ])(
    'an instalment of %i thousandths of a percent of the income counts as %s; up to 30 %% it is sound: %s',
    (instalmentCents, expected, isSound) => {
      expect(bin('commitment', { instalmentCents })).toBe(expected);
      const paidOff = { ...history({ finishedOperations: 1 }), ratingVb: 700 };
      const { isDefaultCase, isProven } = scoreOf({ ...INPUT, ...paidOff, instalmentCents });
      expect([isDefaultCase, isProven]).toEqual([isSound, isSound]);
    },
  );

  test('without an income nobody is proven or the default case, and the commitment costs points', () => {
    const unknown = {
      ...INPUT,
      ...history({ finishedOperations: 1 }),
      ratingVb: 700,
      monthlyIncomeCents: null,
    };
    const { isDefaultCase, isProven, negatives } = scoreOf(unknown);
    expect([isDefaultCase, isProven]).toEqual([false, false]);
    expect(negatives.map(({ code }) => code)).toContain('RENDA_AUSENTE');
    expect(scoreOf({ ...INPUT, monthlyIncomeCents: 1 }).commitment).toBe(10_000);
  });

  test('the worst score is 0', () => {
    const worst = {
      ...account({ minBalance90Cents: -1, minMonthEnd3Cents: 0 }),
      ...history({ openCollections: 1 }),
    };
    const found = scoreOf({ ...INPUT, ...worst, termMonths: 60, instalmentCents: 90_000, ratingVb: 0 });
    expect(found.score).toBe(0);
    expect(found.sum + found.limitAdjustment).toBe(0);
  });

  test('the 60 points of an old motorcycle lift the default case to low risk', () => {
    const asked = { ...INPUT, termMonths: 60, instalmentCents: 20_000 };
    const found = scoreOf({ ...asked, collateral: { type: 'moto', vehicleYear: 2014 } });
    expect(found.reasons.find(({ attribute }) => attribute === 'collateral')?.points).toBe(60);
    expect([found.isDefaultCase, found.score, found.level]).toEqual([true, 601, 'baixo']);
    const older = scoreOf({ ...asked, collateral: { type: 'moto', vehicleYear: 2010 } });
    expect(older.score).toBeLessThan(601);
  });

  test('a reason without points is listed neither for nor against the proposal', () => {
    const { positives, negatives, reasons } = scoreOf({ ...INPUT, account: null });
    expect(reasons.some(({ points }) => points === 0)).toBe(true);
    for (const { points } of positives) expect(points).toBeGreaterThan(0);
    for (const { points } of negatives) expect(points).toBeLessThan(0);
  });
});

describe('the facts of an account', () => {
  const about = { today: '2026-03-31', openingCents: 0, openedOn: '2025-01-01', monthlyIncomeCents: 10_000 };
  const movement = (day: string, amountCents: number, balanceAfterCents: number) => ({
    day,
    amountCents,
    balanceAfterCents,
    isIncome: amountCents > 0,
  });

  test('account facts begin with the first of the third month before, or 90 days ago where that is earlier', () => {
    expect(factsFrom('2026-03-31')).toBe('2025-12-01');
    expect(factsFrom('2026-03-01')).toBe('2025-12-01');
    // 90 days before 1 May is 31 January, earlier than 1 February.
    expect(factsFrom('2026-05-01')).toBe('2026-01-31');
  });

  test('account facts count the day 89 days ago and none before it', () => {
    const days = (...of: string[]) =>
      accountFacts(
        of.map((day) => movement(day, 1, 1)),
        about,
      ).movementDays90;
    expect(days('2026-01-01')).toBe(1);
    expect(days('2025-12-31')).toBe(0);
    expect(days('2025-12-31', '2026-01-01', '2026-01-01', '2026-03-31')).toBe(2);
  });

  test('account facts have the lowest balance of the 90 days, the opening one included', () => {
    const lowest = (openingCents: number, ...of: [string, number, number][]) =>
      accountFacts(
        of.map((one) => movement(...one)),
        { ...about, openingCents },
      ).minBalance90Cents;
    expect(lowest(-5, ['2026-01-01', 10, 5])).toBe(-5);
    expect(lowest(-5, ['2025-12-31', 10, 5])).toBe(5);
    expect(lowest(9, ['2026-02-01', -10, -1], ['2026-02-01', 10, 9])).toBe(-1);
  });

  test('account facts average the balances at the end of each day, including today, rounded half up', () => {
    const opened = { ...about, openedOn: '2026-03-30' };
    const average = (first: number, second: number) =>
      accountFacts([movement('2026-03-30', first, first), movement('2026-03-31', 1, second)], opened)
        .avgBalance90Cents;
    expect(average(100, 201)).toBe(151);
    expect(average(100, 200)).toBe(150);
    expect(accountFacts([], { ...about, openedOn: '2026-04-01' }).avgBalance90Cents).toBe(0);
    expect(accountFacts([movement('2026-03-31', 9_000, 9_000)], about).avgBalance90Cents).toBe(100);
  });

  test('account facts use ends of months from the opening day on', () => {
    const lowest = (openedOn: string) =>
      accountFacts([movement('2026-02-28', 7, 7)], { ...about, openedOn }).minMonthEnd3Cents;
    expect(lowest('2026-02-28')).toBe(7);
    expect(lowest('2026-03-01')).toBeNull();
    expect(lowest('2026-01-31')).toBe(0);
  });

  test('account facts have a salary when half of the income came in two of three whole months', () => {
    const isCredited = (monthlyIncomeCents: number | null, ...of: [string, number][]) =>
      accountFacts(
        of.map(([day, cents]) => movement(day, cents, cents)),
        { ...about, monthlyIncomeCents },
      ).isSalaryCredited;
    expect(isCredited(10_000, ['2026-01-05', 5_000], ['2026-02-05', 5_000])).toBe(true);
    expect(isCredited(10_000, ['2026-01-05', 5_000], ['2026-02-05', 4_999])).toBe(false);
    expect(isCredited(10_000, ['2025-12-31', 2_500], ['2025-12-01', 2_500], ['2026-02-28', 5_000])).toBe(
      true,
    );
    expect(isCredited(10_000, ['2025-11-30', 5_000], ['2026-02-28', 5_000])).toBe(false);
    expect(isCredited(10_000, ['2026-03-01', 5_000], ['2026-02-28', 5_000])).toBe(false);
    expect(isCredited(null, ['2026-01-05', 5_000], ['2026-02-05', 5_000])).toBe(false);
    expect(isCredited(0, ['2026-01-05', 5_000], ['2026-02-05', 5_000])).toBe(false);
  });
});
