import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatBrl } from '#domain/money';
import vectors from '../vectors/credit-score.json' with { type: 'json' };
import { adviceFor } from './advice.ts';
import { analysisText } from './analysis-text.ts';
import { riskLevelOf, scoreOf } from './score.ts';
import type { ScoreInput } from './score-shapes.ts';
import type { Attribute } from './scorecard.ts';
import type { CollateralType } from './words.ts';

const NAMES: Record<string, Attribute> = {
  conta: 'account',
  reserva: 'reserve',
  historico: 'history',
  prazo: 'term',
  compromisso: 'commitment',
  rating: 'rating',
  garantia: 'collateral',
};
const KINDS = { prazo: 'term', valor: 'amount', garantia: 'collateral', regularizar: 'regularise' } as const;

type Vector = (typeof vectors)[number];

/** The vectors' instalments are not rounded to cents. */
function instalmentCents({ amount, termMonths, monthlyRate, monthlyPayment }: Vector['entrada']): number {
  if (monthlyPayment != null) return Math.round(monthlyPayment * 100);
  if (monthlyRate === 0) return (amount * 100) / termMonths;
  return (amount * 100 * monthlyRate) / (1 - (1 + monthlyRate) ** -termMonths);
}

function inputOf(vector: Vector): ScoreInput {
  const { amount, termMonths, monthlyIncome, hasCollateral, account, history, ...rest } = vector.entrada;
  return {
    amountCents: amount * 100,
    termMonths,
    instalmentCents: instalmentCents(vector.entrada),
    monthlyIncomeCents: monthlyIncome * 100,
    collateral: hasCollateral
      ? { type: rest.collateralType as CollateralType, vehicleYear: rest.vehicleYear }
      : null,
    referenceOn: rest.referenceDate,
    account: account && {
      movementDays90: account.movementDays90,
      minBalance90Cents: account.minBalance90 * 100,
      avgBalance90Cents: account.avgBalance90 * 100,
      isSalaryCredited: account.salaryCredited,
      minMonthEnd3Cents: account.minMonthEnd3 * 100,
    },
    history: {
      dueInstalments: history.dueInstallments,
      worstDaysLate24m: history.worstLateDays24m,
      currentOverdueDays: history.currentOverdueDays,
      openCollections: history.collectionsOpen,
      resolvedCollections24m: history.collectionsResolved24m,
      finishedOperations: history.finishedOperations,
    },
    ratingVb: rest.ratingVb,
  };
}

/** The vectors write 'R$ 1234,5' where the bank writes 'R$ 1.234,50'. */
const withMoney = (text: string): string =>
  text.replace(/R\$ ([\d.]+)(?:,(\d\d))?/g, (_, reais: string, cents = '00') =>
    formatBrl(Number(reais.replaceAll('.', '') + cents)),
  );

describe('the vectors of the scorecard', () => {
  for (const vector of vectors) {
    test(`scorecard case ${vector.id} "${vector.nome}" scores ${vector.esperado.score}`, () => {
      const input = inputOf(vector);
      const found = scoreOf(input);
      const { esperado } = vector;
      const byName = (of: (reason: (typeof found.reasons)[number]) => unknown) =>
        Object.fromEntries(
          Object.entries(NAMES).map(([name, attribute]) => {
            const reason = found.reasons.find((one) => one.attribute === attribute);
            return [name, reason && of(reason)];
          }),
        );
      expect(byName(({ bin }) => bin)).toEqual(esperado.bins);
      expect(byName(({ points }) => points)).toEqual(esperado.pontos);
      expect(found).toMatchObject({
        score: esperado.score,
        level: esperado.nivel,
        base: esperado.base,
        sum: esperado.soma,
        limitAdjustment: esperado.ajusteLimite,
        policyAdjustment: esperado.ajustePolitica,
        isDefaultCase: esperado.padrao,
        isProven: esperado.comprovado,
      });
      expect(Number(found.probability.toFixed(4))).toBe(esperado.pd);
      expect(Number(found.commitment?.toFixed(4))).toBe(esperado.comprometimento);
      expect(found.negatives.map(({ code }) => code)).toEqual(esperado.negativos);
      expect(found.positives.map(({ code }) => code)).toEqual(esperado.positivos);
      const advice = adviceFor(input, String(vector.entrada.monthlyRate * 100));
      expect(
        advice.map(({ kind, score, level, gain, text }) => ({ kind, score, level, gain, text })),
      ).toEqual(
        vector.conselhos.map(({ tipo, score, nivel, ganho, texto }) => ({
          kind: KINDS[tipo as keyof typeof KINDS],
          score,
          level: nivel,
          gain: ganho,
          text: withMoney(texto),
        })),
      );
      const cents = Math.round(input.instalmentCents);
      const facts = { input, result: found, advice, comparisonRate: '2.49', isCompany: false };
      expect(analysisText(facts, cents)).toBe(withMoney(vector.texto));
    });
  }
});

test('each score band has its risk level', () => {
  expect([0, 200, 201, 400, 401, 600, 601, 800, 801, 1000].map(riskLevelOf)).toEqual([
    'muito_alto',
    'muito_alto',
    'alto',
    'alto',
    'moderado',
    'moderado',
    'baixo',
    'baixo',
    'muito_baixo',
    'muito_baixo',
  ]);
});

const cents = fc.integer({ min: 0, max: 2_000_000 });
const someInput: fc.Arbitrary<ScoreInput> = fc.record({
  amountCents: fc.integer({ min: 100, max: 10_000_000 }),
  termMonths: fc.integer({ min: 1, max: 360 }),
  instalmentCents: fc.integer({ min: 1, max: 1_000_000 }),
  monthlyIncomeCents: fc.option(cents),
  collateral: fc.option(
    fc.record({
      type: fc.constantFrom<CollateralType>('moto', 'carro', 'casa'),
      vehicleYear: fc.option(fc.integer({ min: 1990, max: 2027 })),
    }),
  ),
  referenceOn: fc.constant('2026-11-21'),
  account: fc.option(
    fc.record({
      movementDays90: fc.integer({ min: 0, max: 90 }),
      minBalance90Cents: fc.integer({ min: -1000, max: 1_000_000 }),
      avgBalance90Cents: cents,
      isSalaryCredited: fc.boolean(),
      minMonthEnd3Cents: fc.option(cents),
    }),
  ),
  history: fc.record({
    dueInstalments: fc.nat(24),
    worstDaysLate24m: fc.nat(90),
    currentOverdueDays: fc.nat(60),
    openCollections: fc.nat(2),
    resolvedCollections24m: fc.nat(2),
    finishedOperations: fc.nat(3),
  }),
  ratingVb: fc.option(fc.integer({ min: 0, max: 1000 })),
});

describe('properties of any score', () => {
  test('the base, reasons and adjustments of a score add up to it, within 0 and 1000', () => {
    fc.assert(
      fc.property(someInput, (input) => {
        const { base, reasons, sum, limitAdjustment, policyAdjustment, score } = scoreOf(input);
        expect(base + reasons.reduce((total, { points }) => total + points, 0)).toBe(sum);
        expect(sum + limitAdjustment + policyAdjustment).toBe(score);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1000);
      }),
    );
  });

  const never: [string, (input: ScoreInput) => ScoreInput][] = [
    ['a heavier instalment', (input) => ({ ...input, instalmentCents: input.instalmentCents * 2 })],
    ['a longer term', (input) => ({ ...input, termMonths: input.termMonths + 12 })],
    ['a worse rating', (input) => ({ ...input, ratingVb: input.ratingVb && Math.floor(input.ratingVb / 2) })],
    [
      'an open collection',
      (input) => withHistory(input, ({ openCollections: all }) => ({ openCollections: all + 1 })),
    ],
    ['no collateral', (input) => ({ ...input, collateral: null })],
    ['a vehicle for a house', (input) => ({ ...input, collateral: lesser(input.collateral) })],
    [
      'a current delay',
      (input) => withHistory(input, ({ currentOverdueDays: days }) => ({ currentOverdueDays: days + 20 })),
    ],
    [
      'a past delay',
      (input) => withHistory(input, ({ worstDaysLate24m: days }) => ({ worstDaysLate24m: days + 16 })),
    ],
    [
      'a resolved collection',
      (input) =>
        withHistory(input, ({ resolvedCollections24m: all }) => ({ resolvedCollections24m: all + 1 })),
    ],
    ['having paid off no credit', (input) => withHistory(input, () => ({ finishedOperations: 0 }))],
    ['an older vehicle', (input) => ({ ...input, collateral: aged(input.collateral) })],
  ];
  test.each(never)('%s never raises the score', (_, worsen) => {
    fc.assert(
      fc.property(someInput, (input) => {
        expect(scoreOf(worsen(input)).score).toBeLessThanOrEqual(scoreOf(input).score);
      }),
    );
  });
});

const withHistory = (
  input: ScoreInput,
  change: (history: ScoreInput['history']) => Partial<ScoreInput['history']>,
): ScoreInput => ({ ...input, history: { ...input.history, ...change(input.history) } });

const lesser = (collateral: ScoreInput['collateral']): ScoreInput['collateral'] =>
  collateral && {
    type: collateral.type === 'casa' ? 'carro' : 'moto',
    vehicleYear: collateral.type === 'casa' ? 2026 : collateral.vehicleYear,
  };

const aged = (collateral: ScoreInput['collateral']): ScoreInput['collateral'] =>
  collateral?.vehicleYear ? { ...collateral, vehicleYear: collateral.vehicleYear - 6 } : collateral;
