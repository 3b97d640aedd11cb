import { expect, test } from 'vitest';
import { refusalsOf } from '#domain/testing/refusals';
import { loginSchema } from './login.ts';

const good = { document: '529.982.247-25', password: 'x' };

test('a login takes a document of 11 to 30 characters, right or wrong, and any password up to 128', () => {
  expect(loginSchema.parse({ document: ' 11111111111 ', password: ' ' })).toEqual({
    document: '11111111111',
    password: ' ',
  });
  expect(refusalsOf(loginSchema, { ...good, document: '1'.repeat(30) })).toEqual({});
  expect(refusalsOf(loginSchema, { ...good, password: 'x'.repeat(128) })).toEqual({});
});

test.each([
  ['document', '1234567890', 'CPF ou CNPJ é obrigatório'],
  ['document', `${' '.repeat(9)}11`, 'CPF ou CNPJ é obrigatório'],
  ['document', undefined, 'CPF ou CNPJ é obrigatório'],
  ['document', '1'.repeat(31), 'CPF ou CNPJ inválido'],
  ['password', '', 'Senha é obrigatória'],
  ['password', undefined, 'Senha é obrigatória'],
  ['password', 'x'.repeat(129), 'Senha deve ter no máximo 128 caracteres'],
])('a login with the %s %j is refused: %s', (field, value, message) => {
  expect(refusalsOf(loginSchema, { ...good, [field]: value })).toEqual({ [field]: message });
});
