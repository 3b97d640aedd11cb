import { expect, test } from 'vitest';
import { refusalsOf } from '#domain/testing/refusals';
import { creditParametersSchema, DEFAULT_CREDIT_PARAMETERS, updateParametersSchema } from './parameters.ts';

const { rates, discounts, iof, late } = DEFAULT_CREDIT_PARAMETERS;
const refusals = (changes: object) =>
  refusalsOf(creditParametersSchema, { ...DEFAULT_CREDIT_PARAMETERS, ...changes });
const said = (range: string, places: number) =>
  `Informe um percentual de ${range}, com até ${places} casas decimais`;

test.each([
  ['rates.baixo', { rates: { ...rates, baixo: '0' } }, said('0,01 a 20', 2)],
  ['rates.baixo', { rates: { ...rates, baixo: '20.01' } }, said('0,01 a 20', 2)],
  ['rates.baixo', { rates: { ...rates, baixo: '2.555' } }, said('0,01 a 20', 2)],
  ['rates.baixo', { rates: { ...rates, baixo: 'x2' } }, said('0,01 a 20', 2)],
  ['rates.baixo', { rates: { ...rates, baixo: true } }, said('0,01 a 20', 2)],
  ['discounts.casa', { discounts: { ...discounts, casa: '-0.01' } }, said('0 a 20', 2)],
  ['iof.dailyPercent', { iof: { ...iof, dailyPercent: '0.2001' } }, said('0 a 0,2', 4)],
  ['iof.dailyPercent', { iof: { ...iof, dailyPercent: '0.00821' } }, said('0 a 0,2', 4)],
  ['iof.additionalPercent', { iof: { ...iof, additionalPercent: '10.01' } }, said('0 a 10', 2)],
  ['late.finePercent', { late: { ...late, finePercent: '2.01' } }, said('0 a 2', 2)],
  ['late.monthlyInterestPercent', { late: { ...late, monthlyInterestPercent: '1.01' } }, said('0 a 1', 2)],
])('the credit parameter %s is refused in %j: %s', (field, changes, message) => {
  expect(refusals(changes)).toMatchObject({ [field]: message });
});

test('credit parameters come out with all their decimals, up to their limits', () => {
  const asked = {
    rates: { ...rates, muito_baixo: ' 0.9 ', muito_alto: 20 },
    discounts: { moto: '0', carro: '0.5', casa: 0.89 },
    iof: { dailyPercent: '0.2', additionalPercent: 10 },
    late: { finePercent: '0', monthlyInterestPercent: 1 },
  };
  expect(creditParametersSchema.parse(asked)).toEqual({
    rates: { ...rates, muito_baixo: '0.90', muito_alto: '20.00' },
    discounts: { moto: '0.00', carro: '0.50', casa: '0.89' },
    iof: { dailyPercent: '0.2000', additionalPercent: '10.00' },
    late: { finePercent: '0.00', monthlyInterestPercent: '1.00' },
  });
});

test('a collateral discount stays below the lowest rate, so that no rate falls to zero', () => {
  const tooMuch = 'O desconto deve ser menor que a menor taxa da tabela';
  const lowered = { ...rates, alto: '0.60' };
  expect(refusals({ rates: lowered })).toEqual({ 'discounts.casa': tooMuch });
  expect(refusals({ rates: { ...rates, alto: '0.80' } })).toEqual({ 'discounts.casa': tooMuch });
  expect(refusals({ rates: { ...rates, alto: '0.81' } })).toEqual({});
  expect(refusals({ rates: lowered, discounts: { moto: '0.60', carro: '0.59', casa: '9' } })).toEqual({
    'discounts.moto': tooMuch,
    'discounts.casa': tooMuch,
  });
});

test('an unreadable rate or discount is refused once, and no comparison is made with it', () => {
  expect(refusals({ rates: { ...rates, alto: 'x0.60' } })).toEqual({ 'rates.alto': said('0,01 a 20', 2) });
  expect(refusals({ discounts: { ...discounts, moto: '9x' } })).toEqual({
    'discounts.moto': said('0 a 20', 2),
  });
  const unreadable = (changes: object) =>
    creditParametersSchema.safeParse({ ...DEFAULT_CREDIT_PARAMETERS, ...changes }).error?.issues.length;
  expect(unreadable({ discounts: { ...discounts, moto: '9x' } })).toBe(1);
  const none = Object.fromEntries(Object.keys(rates).map((level) => [level, 'x']));
  expect(unreadable({ rates: none })).toBe(5);
});

test('a change of credit parameters may include the values that the editor saw', () => {
  const changed = { ...DEFAULT_CREDIT_PARAMETERS, from: DEFAULT_CREDIT_PARAMETERS };
  expect(updateParametersSchema.parse(changed)).toEqual(changed);
  expect(updateParametersSchema.parse(DEFAULT_CREDIT_PARAMETERS)).toEqual(DEFAULT_CREDIT_PARAMETERS);
});
