import { describe, expect, test } from 'vitest';
import { refusalsOf } from '#domain/testing/refusals';
import {
  answerReviewSchema,
  approveSchema,
  operationListSchema,
  payInstalmentsSchema,
  proposalListSchema,
  proposalSchema,
  rejectSchema,
  simulateSchema,
} from './input.ts';

const SIMULATION = { amount: '1000', termMonths: 12 };
const PURPOSE = 'Reforma da casa';
const CAR = {
  hasCollateral: true,
  collateralType: 'carro',
  collateralRenavam: ' 12345678900 ',
  collateralPlaca: 'abc-1d23',
  collateralChassis: ' 9bwzzz377vt004251 ',
  collateralAnoFabricacao: '2020',
  collateralAnoModelo: 2021,
};
const proposal = (changes: object = {}) => ({ ...SIMULATION, purpose: PURPOSE, ...changes });

describe('a simulation', () => {
  test.each([
    [1, 1],
    ['360', 360],
  ])('a simulation over %j months is accepted', (termMonths, read) => {
    expect(simulateSchema.parse({ ...SIMULATION, termMonths })).toMatchObject({
      amount: 100_000,
      termMonths: read,
      hasCollateral: false,
    });
  });

  test.each([0, 361, 1.5, '12x', '12 ', '12.0', ' 12', '+12', '1e1', '', null])(
    'a simulation over %j months is refused',
    (termMonths) => {
      expect(refusalsOf(simulateSchema, { ...SIMULATION, termMonths })).toEqual({
        termMonths: 'Prazo deve estar entre 1 e 360 meses',
      });
    },
  );

  test.each([
    ['2.5', '2.50'],
    [0.01, '0.01'],
    ['20', '20.00'],
    ['  ', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('a simulation at a rate of %j uses the rate %j', (interestRate, read) => {
    expect(simulateSchema.parse({ ...SIMULATION, interestRate }).interestRate).toBe(read);
  });

  test.each(['0', '-1', '20.01', '2.555', 'dois'])(
    'a simulation at a rate of %j is refused',
    (interestRate) => {
      expect(refusalsOf(simulateSchema, { ...SIMULATION, interestRate })).toEqual({
        interestRate: 'Taxa inválida',
      });
    },
  );

  test('the vehicle year of a simulation has four digits', () => {
    const year = (collateralAnoFabricacao: unknown) => ({ ...SIMULATION, collateralAnoFabricacao });
    expect(simulateSchema.parse(year('2020')).collateralAnoFabricacao).toBe(2020);
    for (const wrong of ['20201', 202, 'a2020', ''])
      expect(refusalsOf(simulateSchema, year(wrong))).toEqual({
        collateralAnoFabricacao: 'Ano deve ter 4 dígitos',
      });
  });
});

describe('a proposal', () => {
  test('a proposal without collateral drops all collateral fields', () => {
    expect(proposalSchema.parse(proposal({ ...CAR, hasCollateral: false })).collateral).toBeNull();
    expect(proposalSchema.parse(proposal()).collateral).toBeNull();
  });

  test('a proposal needs a purpose of 10 to 200 characters', () => {
    const purpose = (text: string) => refusalsOf(proposalSchema, proposal({ purpose: text }));
    const short = { purpose: 'Finalidade deve ter no mínimo 10 caracteres' };
    expect(purpose('x'.repeat(10))).toEqual({});
    expect(purpose('x'.repeat(200))).toEqual({});
    expect(purpose(`${'x'.repeat(9)}  `)).toEqual(short);
    expect(purpose('x'.repeat(201))).toEqual({ purpose: 'Finalidade deve ter no máximo 200 caracteres' });
    expect(refusalsOf(proposalSchema, SIMULATION)).toEqual(short);
  });

  test('a proposal with a house needs no vehicle papers, one with a vehicle reads them', () => {
    const house = proposal({ hasCollateral: true, collateralType: 'casa' });
    expect(proposalSchema.parse(house).collateral).toEqual({ type: 'casa' });
    expect(proposalSchema.parse(proposal(CAR)).collateral).toEqual({
      type: 'carro',
      renavam: '12345678900',
      plate: 'ABC1D23',
      chassis: '9BWZZZ377VT004251',
      madeYear: 2020,
      modelYear: 2021,
    });
  });

  test('all wrong fields of a proposal are reported at once', () => {
    const wrong = {
      amount: '0',
      collateralRenavam: '123',
      collateralPlaca: 'ABC',
      collateralChassis: 'X',
      collateralAnoFabricacao: '20',
      collateralAnoModelo: 'dois',
    };
    expect(refusalsOf(proposalSchema, proposal({ ...CAR, ...wrong }))).toEqual({
      amount: 'Valor deve ser maior que zero',
      collateralRenavam: 'RENAVAM deve ter 11 dígitos',
      collateralPlaca: 'Placa deve ter 7 caracteres',
      collateralChassis: 'Chassi deve ter 17 caracteres',
      collateralAnoFabricacao: 'Ano deve ter 4 dígitos',
      collateralAnoModelo: 'Ano deve ter 4 dígitos',
    });
  });

  test.each([
    ['collateralRenavam', '12345678901', 'RENAVAM inválido'],
    ['collateralRenavam', '123456789001', 'RENAVAM deve ter 11 dígitos'],
    ['collateralPlaca', 'A1C1D23', 'Placa inválida'],
    ['collateralPlaca', undefined, 'Placa deve ter 7 caracteres'],
    ['collateralChassis', '9BWZZZ377VT00425I', 'Chassi inválido'],
    ['collateralChassis', undefined, 'Chassi deve ter 17 caracteres'],
    ['collateralType', undefined, 'Selecione o tipo de garantia'],
    ['collateralType', 'barco', 'Selecione o tipo de garantia'],
  ])('a proposal with %s %j is refused: %s', (field, value, message) => {
    expect(refusalsOf(proposalSchema, proposal({ ...CAR, [field]: value }))).toEqual({ [field]: message });
  });

  test('a proposal that is no object, or does not state its collateral, is refused', () => {
    expect(refusalsOf(proposalSchema, 'x')).toHaveProperty('');
    expect(refusalsOf(proposalSchema, null)).toHaveProperty('');
    expect(refusalsOf(proposalSchema, proposal({ hasCollateral: 'sim' }))).toEqual({
      hasCollateral: 'Informe se há garantia',
    });
  });
});

describe('the decision of an administrator', () => {
  test('an approval may name another rate', () => {
    expect(approveSchema.parse({ id: 'p1', interestRate: '1.9' }).interestRate).toBe('1.90');
    expect(approveSchema.parse({ id: 'p1' }).interestRate).toBeUndefined();
  });

  test('a rejection needs a reason of 3 to 500 characters', () => {
    for (const reason of [undefined, null, '', ' ab '])
      expect(refusalsOf(rejectSchema, { id: 'p1', reason })).toEqual({ reason: 'Motivo é obrigatório' });
    expect(rejectSchema.parse({ id: 'p1', reason: `${'x'.repeat(500)} ` }).reason).toHaveLength(500);
    expect(refusalsOf(rejectSchema, { id: 'p1', reason: 'x'.repeat(501) })).toEqual({
      reason: 'Motivo deve ter no máximo 500 caracteres',
    });
  });

  test('the conclusion of a review has 3 to 500 characters', () => {
    const text = (text: string) => refusalsOf(answerReviewSchema, { id: 'p1', text });
    expect(text('Sim')).toEqual({});
    expect(text('x'.repeat(500))).toEqual({});
    expect(text('Si ')).toEqual({ text: 'Conclusão é obrigatória' });
    expect(text('x'.repeat(501))).toEqual({ text: 'Conclusão deve ter no máximo 500 caracteres' });
  });
});

test('1 to 60 instalments can be paid together', () => {
  const ids = (count: number) => ({ ids: Array.from({ length: count }, (_, index) => `i${index}`) });
  expect(refusalsOf(payInstalmentsSchema, ids(0))).toEqual({ ids: 'Selecione as parcelas' });
  expect(refusalsOf(payInstalmentsSchema, ids(1))).toEqual({});
  expect(refusalsOf(payInstalmentsSchema, ids(60))).toEqual({});
  expect(refusalsOf(payInstalmentsSchema, ids(61))).toEqual({
    ids: 'Pague no máximo 60 parcelas de cada vez',
  });
});

test('proposals are listed by status, awaited decision or requested review', () => {
  for (const status of ['approved', 'undecided', 'review'])
    expect(proposalListSchema.parse({ status }).status).toBe(status);
  expect(refusalsOf(proposalListSchema, { status: 'outra' })).toEqual({ status: 'Situação inválida' });
});

test('operations are filtered by the standing of the credit', () => {
  for (const status of ['adimplente', 'em_atraso', 'negativado', 'finalizado'])
    expect(operationListSchema.parse({ status }).status).toBe(status);
  expect(refusalsOf(operationListSchema, { status: 'pago' })).toEqual({ status: 'Situação inválida' });
});

test('operations are filtered by a known delay, as a number or text', () => {
  expect(operationListSchema.parse({ delay: 'new' }).delay).toBe('new');
  expect(operationListSchema.parse({ delay: '30' }).delay).toBe(30);
  for (const delay of ['29', 'x', -1])
    expect(refusalsOf(operationListSchema, { delay })).toEqual({ delay: 'Atraso inválido' });
});
