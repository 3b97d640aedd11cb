import { expect, it } from 'vitest';
import { type ProductForm, productFormSchema } from './form-schema.ts';

const form: ProductForm = {
  name: 'CDB Vale 90',
  description: 'Três meses de renda fixa',
  minAmount: '100.00',
  annualRate: '11,75',
  termDays: '90',
  riskLevel: 'low',
};

it('the product form turns typed text into cents, a decimal rate and whole days', () => {
  expect(productFormSchema.parse(form)).toEqual({
    ...form,
    minAmount: 10_000,
    annualRate: '11.75',
    termDays: 90,
  });
});

it.each([
  ['name', ' ', 'Nome é obrigatório'],
  ['description', '', 'Descrição é obrigatória'],
  ['minAmount', '', 'Valor mínimo inválido'],
  ['minAmount', '0.00', 'Valor mínimo inválido'],
  ['annualRate', '', 'Taxa inválida'],
  ['annualRate', '-1', 'Taxa inválida'],
  ['annualRate', '1,2,3', 'Taxa inválida'],
  ['termDays', '', 'Prazo deve ser um número inteiro positivo'],
  ['termDays', '0', 'Prazo deve ser um número inteiro positivo'],
  ['termDays', '1.5', 'Prazo deve ser um número inteiro positivo'],
] as const)('the product form refuses %s "%s": %s', (field, value, message) => {
  const { error } = productFormSchema.safeParse({ ...form, [field]: value });
  expect(error?.issues.map(({ path, message: text }) => [path[0], text])).toEqual([[field, message]]);
});
