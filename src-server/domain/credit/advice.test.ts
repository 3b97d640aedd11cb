import { describe, expect, test } from 'vitest';
import { formatBrl } from '#domain/money';
import { adviceFor } from './advice.ts';
import { type AnalysisFacts, analysisText, COMPANY_NOTE } from './analysis-text.ts';
import { priceInstalment } from './price.ts';
import { scoreOf } from './score.ts';
import type { ScoreInput } from './score-shapes.ts';

const RATE = '2.49';

const input = (changes: Partial<ScoreInput> = {}): ScoreInput => {
  const asked = { amountCents: 10_000_00, termMonths: 12, ...changes };
  return {
    instalmentCents: priceInstalment(asked.amountCents, RATE, asked.termMonths),
    monthlyIncomeCents: 10_000_00,
    collateral: null,
    referenceOn: '2026-11-21',
    account: null,
    history: {
      dueInstalments: 0,
      worstDaysLate24m: 0,
      currentOverdueDays: 0,
      openCollections: 0,
      resolvedCollections24m: 0,
      finishedOperations: 0,
    },
    ratingVb: null,
    ...asked,
  };
};

const overdue = {
  dueInstalments: 3,
  worstDaysLate24m: 40,
  currentOverdueDays: 31,
  openCollections: 1,
  resolvedCollections24m: 0,
  finishedOperations: 0,
};
const CAR = { type: 'carro', vehicleYear: 2024 } as const;

const advised = (asked: ScoreInput, kind: string) =>
  adviceFor(asked, RATE).find((advice) => advice.kind === kind);

describe('advice on a proposal', () => {
  test('advice is worth 20 points or more, the best first, and three pieces at most', () => {
    const asked = input({ termMonths: 3, monthlyIncomeCents: 3_450_00, history: overdue });
    const gains = adviceFor(asked, RATE).map(({ gain }) => gain);
    expect(gains).toHaveLength(3);
    expect(gains).toEqual(gains.toSorted((one, other) => other - one));
    expect(Math.min(...gains)).toBeGreaterThanOrEqual(20);
  });

  test('an advised term is the nearest of those with the best score, and never the one asked for', () => {
    expect(advised(input({ collateral: CAR, termMonths: 60 }), 'term')?.text).toContain('prazo de 9 meses');
    expect(advised(input({ collateral: CAR, termMonths: 9 }), 'term')).toBeUndefined();
  });

  test.each([
    [3, 1_100, 60],
    [3, 1_250, 48],
    [3, 1_500, 36],
    [3, 1_600, 30],
    [3, 2_000, 24],
    [17, 2_350, 18],
    [3, 2_150, 15],
    [3, 2_550, 12],
    [3, 4_350, 9],
    [3, 6_400, 6],
  ])(
    'to pay R$ 10.000 back in %i months with an income of R$ %i, a term of %i months is advised',
    (termMonths, reais, months) => {
      const asked = input({ collateral: CAR, termMonths, monthlyIncomeCents: reais * 100 });
      expect(advised(asked, 'term')?.text).toContain(`com prazo de ${months} meses`);
    },
  );

  test('an advised term raises the instalment to 30% of the income at most', () => {
    const stretched = { collateral: CAR, monthlyIncomeCents: 3_000_00, termMonths: 36 };
    const advice = advised(input(stretched), 'term');
    expect(advice?.commitment).toBeLessThanOrEqual(0.3);
    expect(advice?.text).toMatch(
      /^com prazo de 1[25] meses o comprometimento da renda fica em \d+,\d% e a pontuação vai a \d+$/,
    );
  });

  test('without an income a shorter term is advised and no commitment is claimed', () => {
    const asked = input({ collateral: CAR, monthlyIncomeCents: null, termMonths: 60 });
    expect(advised(asked, 'term')?.text).toContain('o comprometimento da renda fica em não informado');
    expect(advised(asked, 'amount')).toBeUndefined();
  });

  test('an interest-free loan gets advice too', () => {
    const asked = input({ collateral: CAR, termMonths: 60, instalmentCents: 16_666 });
    expect(adviceFor(asked, '0').find(({ kind }) => kind === 'term')?.commitment).toBe(0.1111);
  });

  test('an advised amount is in hundreds of reais and brings the instalment to 30% of the income', () => {
    const asked = input({ collateral: CAR, amountCents: 40_000_00, monthlyIncomeCents: 6_000_00 });
    const now = scoreOf(asked).commitment ?? 0;
    const wholeHundreds = Math.floor((40_000 * 0.3) / now / 100) * 100;
    const advice = advised(asked, 'amount');
    expect(advice?.text).toContain(`com valor de ${formatBrl(100 * wholeHundreds)} o`);
    expect(advice?.commitment).toBeLessThanOrEqual(0.3);
    expect(advice?.commitment).toBeGreaterThan(0.29);
  });

  test('no amount is advised if less than R$ 100 is affordable, or at exactly 30% of the income', () => {
    expect(advised(input({ amountCents: 150_00, monthlyIncomeCents: 1_00 }), 'amount')).toBeUndefined();
    const atLimit = input({ instalmentCents: 3_000_00, monthlyIncomeCents: 10_000_00 });
    expect(advised(atLimit, 'amount')).toBeUndefined();
  });

  test('a car of five years as collateral is advised to those who offer none', () => {
    const advice = advised(input({ history: overdue }), 'collateral');
    expect(advice?.text).toMatch(/^com um automóvel de até 5 anos em garantia a pontuação vai a \d+$/);
    const withCar = {
      ...input({ history: overdue }),
      collateral: { type: 'carro', vehicleYear: 2021 },
    } as const;
    expect(advice?.score).toBe(scoreOf(withCar).score);
    expect(advised(input({ collateral: CAR, history: overdue }), 'collateral')).toBeUndefined();
  });

  test('paying overdue instalments is advised for a critical history, and scored as resolved collections', () => {
    const asked = input({ collateral: CAR, history: overdue });
    const regular = { ...overdue, currentOverdueDays: 0, openCollections: 0, resolvedCollections24m: 1 };
    const advice = advised(asked, 'regularise');
    expect(advice?.score).toBe(scoreOf({ ...asked, history: regular }).score);
    expect(advice?.text).toMatch(/^regularizando as parcelas vencidas a pontuação vai a \d+$/);
    expect(
      advised(
        input({ collateral: CAR, history: { ...overdue, currentOverdueDays: 30, openCollections: 0 } }),
        'regularise',
      ),
    ).toBeUndefined();
  });
});

describe('the text of an analysis', () => {
  const factsOf = (asked: ScoreInput, changes: Partial<AnalysisFacts> = {}): AnalysisFacts => ({
    ...{ input: asked, result: scoreOf(asked), advice: [] },
    ...{ comparisonRate: '2.49', isCompany: false },
    ...changes,
  });
  const textOf = (asked: ScoreInput, changes?: Partial<AnalysisFacts>) =>
    analysisText(factsOf(asked, changes), asked.instalmentCents);

  test('an analysis without an income says that the commitment could not be computed', () => {
    const text = textOf(input({ monthlyIncomeCents: null }));
    expect(text).toContain('A renda não foi informada; o comprometimento não pôde ser calculado.');
    expect(text).not.toContain('O que melhora');
  });

  test('an analysis writes points with their sign and the instalment with cents', () => {
    const text = textOf(input({ collateral: CAR, instalmentCents: 999_50, termMonths: 9 }));
    expect(text).toContain('A parcela de R$ 999,50 compromete 10,0% da renda mensal informada.');
    expect(text).not.toContain('taxa de referência');
    expect(text).toContain('prazo curto (até 9 meses) (+99)');
    expect(text).toContain('ainda sem histórico de crédito na instituição (-10)');
  });

  test('an analysis names the instalment of the proposal, and the one at the reference rate as such', () => {
    const asked = input({ monthlyIncomeCents: 9_400_00, instalmentCents: 1_488_46 });
    const text = analysisText(factsOf(asked), 1_259_97);
    expect(text).toContain('A parcela de R$ 1.259,97 compromete 13,4% da renda mensal informada.');
    expect(text).toContain(
      'à taxa de referência de 2,49% ao mês, em que a parcela seria de R$ 1.488,46 (15,8%).',
    );
    const company = analysisText(factsOf(asked, { isCompany: true }), 1_259_97);
    expect(company).toContain('compromete 13,4% do faturamento mensal informado.');
    const unknown = analysisText(factsOf(input({ monthlyIncomeCents: null, instalmentCents: 150_000 })), 1);
    expect(unknown).toContain('em que a parcela seria de R$ 1.500,00.');
  });

  test("a company's analysis says that the model was made for persons, and a person's does not", () => {
    expect(textOf(input(), { isCompany: true })).toContain(COMPANY_NOTE);
    expect(textOf(input())).not.toContain(COMPANY_NOTE);
  });

  test.each([
    [600, 'moderado', 'Sem garantia, a estimativa é média/moderada.'],
    [250, 'alto', 'A proposta não tem garantia; os fatores abaixo afastaram a estimativa da faixa moderada.'],
  ] as const)('an analysis without collateral of %i points, risk %s, says so', (score, level, sentence) => {
    const found = { ...scoreOf(input()), score, level, policyAdjustment: -1 };
    const text = textOf(input(), { result: found });
    expect(text).toContain(sentence);
    expect(text).toContain('Ajuste da política de garantia: -1 pontos.');
    expect(textOf(input(), { result: { ...found, policyAdjustment: 1 } })).toContain('garantia: +1 pontos.');
  });
});
