import { expect, test } from 'vitest';
import { NEW_DRAFT, proposalOf, simulationOf } from './draft.ts';
import { draftSchema } from './form-schema.ts';

const vehicle = {
  collateralRenavam: '00891749829',
  collateralPlaca: 'ABC1D23',
  collateralChassis: '9BWZZZ377VT004251',
  collateralAnoFabricacao: '2020',
  collateralAnoModelo: '2021',
};
const problemsOf = (draft: unknown) =>
  draftSchema.safeParse(draft).error?.issues.map(({ path, message }) => [path.join('.'), message]);

test('a proposal with a house as collateral leaves out typed vehicle data', () => {
  const draft = { ...NEW_DRAFT, purpose: 'Reformar a casa', ...vehicle };
  expect(proposalOf({ ...draft, collateral: 'casa' })).not.toHaveProperty('collateralPlaca');
  expect(proposalOf({ ...draft, collateral: 'nenhuma' })).toMatchObject({ hasCollateral: false });
  expect(proposalOf({ ...draft, collateral: 'carro' })).toMatchObject({
    hasCollateral: true,
    collateralType: 'carro',
    collateralPlaca: 'ABC1D23',
  });
});

test("the proposal form shows the bank's messages at its own fields", () => {
  expect(problemsOf({ ...NEW_DRAFT, amount: '', termMonths: '0', purpose: 'curta' })).toEqual([
    ['amount', 'Valor deve ser maior que zero'],
    ['termMonths', 'Prazo deve estar entre 1 e 360 meses'],
    ['purpose', 'Finalidade deve ter no mínimo 10 caracteres'],
  ]);
  const car = { ...NEW_DRAFT, purpose: 'Comprar um carro', collateral: 'carro', ...vehicle };
  expect(problemsOf({ ...car, collateralAnoModelo: '21', collateralPlaca: 'ABC' })).toEqual([
    ['collateralPlaca', 'Placa deve ter 7 caracteres'],
    ['collateralAnoModelo', 'Ano deve ter 4 dígitos'],
  ]);
});

test('a proposal draft without a valid amount and term is not simulated', () => {
  expect(simulationOf({ ...NEW_DRAFT, amount: '' })).toBeNull();
  expect(simulationOf({ ...NEW_DRAFT, termMonths: '361' })).toBeNull();
  expect(simulationOf({ ...NEW_DRAFT, collateral: 'moto' })).toEqual({
    amount: '10000.00',
    termMonths: 24,
    hasCollateral: true,
    collateralType: 'moto',
  });
});

test('a simulation sends the year of a vehicle once it has four digits, and none for a house', () => {
  const yearOf = (collateral: 'moto' | 'casa', collateralAnoFabricacao: string) =>
    simulationOf({ ...NEW_DRAFT, collateral, collateralAnoFabricacao })?.collateralAnoFabricacao;
  expect(yearOf('moto', '202')).toBeUndefined();
  expect(yearOf('moto', '2021')).toBe('2021');
  expect(yearOf('casa', '2021')).toBeUndefined();
});
