import { expect, test } from 'vitest';
import type { z } from 'zod';
import { amountSchema, rateSchema, termSchema } from './amount.ts';

const said = (schema: z.ZodType, input: unknown) => [
  ...new Set(schema.safeParse(input).error?.issues.map(({ message }) => message)),
];

test('a rate is above zero and at most its limit, with two decimals', () => {
  const rate = rateSchema(20);
  expect(['0.01', 0.01, '2.5', 20, '20.00'].map((typed) => rate.parse(typed))).toEqual([
    '0.01',
    '0.01',
    '2.50',
    '20.00',
    '20.00',
  ]);
  for (const typed of ['0', 0, '-1', '20.01', '2.555', 'x', null])
    expect(said(rate, typed)).toEqual(['Taxa inválida']);
});

test('a term is a whole number above zero, up to its limit', () => {
  const term = termSchema(360, 'Prazo inválido', 'Prazo longo demais');
  expect([1, '1', 360, '360'].map((typed) => term.parse(typed))).toEqual([1, 1, 360, 360]);
  for (const typed of [0, '0', 1.5, '1x', 'x1', ' 1', '-1', '', null])
    expect(said(term, typed), String(typed)).toEqual(['Prazo inválido']);
  expect(said(term, 361)).toEqual(['Prazo longo demais']);
});

test('the smallest amount is one cent', () => {
  expect(amountSchema.parse('0.01')).toBe(1);
  for (const typed of ['0', 0, '-0.01'])
    expect(said(amountSchema, typed)).toEqual(['Valor deve ser maior que zero']);
});
