import { expect, it } from 'vitest';
import { DEFAULT_CREDIT_PARAMETERS } from '#domain/credit/parameters';
import { changesOf, PARAMETER_GROUPS, parameterAt } from './credit-parameters.ts';

it('the credit settings show every parameter exactly once', () => {
  const shown = PARAMETER_GROUPS.flatMap(({ fields }) => fields.map(({ name }) => name)).sort();
  const all = Object.entries(DEFAULT_CREDIT_PARAMETERS).flatMap(([group, members]) =>
    Object.keys(members).map((member) => `${group}.${member}`),
  );
  expect(shown).toEqual(all.sort());
  expect(parameterAt(DEFAULT_CREDIT_PARAMETERS, 'iof.dailyPercent')).toBe('0.0082');
});

it('the credit settings list the changed parameters and no others', () => {
  const { rates, discounts, ...rest } = DEFAULT_CREDIT_PARAMETERS;
  const after = { ...rest, rates: { ...rates, baixo: '2.10' }, discounts: { ...discounts, casa: '0.70' } };
  expect(changesOf(DEFAULT_CREDIT_PARAMETERS, after)).toEqual([
    { label: 'Taxa por nível de risco: Risco baixo', unit: 'a.m.', from: '1.99', to: '2.10' },
    { label: 'Desconto na taxa por garantia: Casa', unit: 'a.m.', from: '0.80', to: '0.70' },
  ]);
  expect(changesOf(DEFAULT_CREDIT_PARAMETERS, DEFAULT_CREDIT_PARAMETERS)).toEqual([]);
});
