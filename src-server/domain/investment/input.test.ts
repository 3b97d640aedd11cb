import { describe, expect, test } from 'vitest';
import { refusalsOf } from '#domain/testing/refusals';
import { investSchema, productSchema, updateProductSchema } from './input.ts';

const PRODUCT = {
  name: 'CDB 12',
  description: 'Um ano',
  minAmount: '100',
  annualRate: '12.5',
  termDays: 365,
};
const refusals = (changes: object) => refusalsOf(productSchema, { ...PRODUCT, ...changes });

describe('a product', () => {
  test('a product is read with its minimum in cents, a rate with two decimals, and low risk by default', () => {
    expect(productSchema.parse(PRODUCT)).toEqual({
      ...PRODUCT,
      minAmount: 10_000,
      annualRate: '12.50',
      riskLevel: 'low',
    });
    expect(productSchema.parse({ ...PRODUCT, termDays: '30', minAmount: 0.01 })).toMatchObject({
      termDays: 30,
      minAmount: 1,
    });
  });

  test.each([
    ['name', 80, 'Nome é obrigatório'],
    ['description', 500, 'Descrição é obrigatória'],
  ])('the %s of a product has 1 to %i characters', (field, max, required) => {
    expect(refusals({ [field]: 'x' })).toEqual({});
    expect(refusals({ [field]: 'x'.repeat(max) })).toEqual({});
    expect(refusals({ [field]: ' ' })).toEqual({ [field]: required });
    expect(refusals({ [field]: 'x'.repeat(max + 1) })).toEqual({ [field]: `No máximo ${max} caracteres` });
  });

  test("a product's rate is above zero and at most 100 % a year", () => {
    for (const annualRate of ['0.01', 100]) expect(refusals({ annualRate })).toEqual({});
    for (const annualRate of ['0', '-1', '100.01', '1.234', 'x', null])
      expect(refusals({ annualRate })).toEqual({ annualRate: 'Taxa inválida' });
  });

  test("a product's minimum amount is above zero", () => {
    for (const minAmount of ['0', '-1', '1.234', 'x', null])
      expect(refusals({ minAmount })).toEqual({ minAmount: 'Valor mínimo inválido' });
  });

  test("a product's term is 1 to 3650 whole days", () => {
    for (const termDays of [1, '3650']) expect(refusals({ termDays })).toEqual({});
    for (const termDays of [0, -1, 1.5, '3 0', '30d', '30 ', '+30', '3e1', null])
      expect(refusals({ termDays })).toEqual({ termDays: 'Prazo deve ser um número inteiro positivo' });
    expect(refusals({ termDays: 3651 })).toEqual({ termDays: 'Prazo máximo: 3650 dias' });
  });

  test('a product with an unknown risk level is refused', () => {
    for (const riskLevel of ['low', 'medium', 'high']) expect(refusals({ riskLevel })).toEqual({});
    expect(refusals({ riskLevel: 'none' })).toEqual({ riskLevel: 'Risco inválido' });
  });

  test("a product's availability must be true or false", () => {
    expect(refusalsOf(updateProductSchema, { id: 'p', isActive: 'sim' })).toEqual({
      isActive: 'Situação inválida',
    });
  });
});

test('an investment must name its product', () => {
  expect(refusalsOf(investSchema, { productId: 'p', amount: '10' })).toEqual({});
  for (const productId of ['', undefined])
    expect(refusalsOf(investSchema, { productId, amount: '10' })).toEqual({
      productId: 'Selecione um produto',
    });
});
