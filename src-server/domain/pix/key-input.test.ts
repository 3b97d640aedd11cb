import { describe, expect, test } from 'vitest';
import { refusalsOf } from '#domain/testing/refusals';
import { byIdSchema } from '../page.ts';
import { createKeySchema, decodeSchema } from './key-input.ts';

describe('the request for a PIX key', () => {
  test('a PIX key is read in its canonical form', () => {
    expect(createKeySchema.parse({ type: 'CPF', key: ' 529.982.247-25 ' })).toEqual({
      type: 'CPF',
      key: '52998224725',
    });
    expect(createKeySchema.parse({ type: 'PHONE', key: '(11) 98765-4321' }).key).toBe('+5511987654321');
  });

  test('a random PIX key needs no value and ignores one', () => {
    expect(createKeySchema.parse({ type: 'EVP' })).toEqual({ type: 'EVP' });
    expect(createKeySchema.parse({ type: 'EVP', key: 'x' })).toEqual({ type: 'EVP' });
  });

  test.each([
    [{ type: 'CPF' }, { key: 'Informe a chave PIX' }],
    [{ type: 'EMAIL', key: '  ' }, { key: 'Informe a chave PIX' }],
    [{ type: 'EMAIL', key: null }, { key: 'Informe a chave PIX' }],
    [{ type: 'CPF', key: '529.982.247-26' }, { key: 'Chave PIX inválida' }],
    [{ type: 'CPF', key: 'ana@correio.example' }, { key: 'Chave PIX inválida' }],
    [{ type: 'EMAIL', key: 'x'.repeat(101) }, { key: 'Chave PIX inválida' }],
    [{ type: 'NOME', key: 'Ana' }, { type: 'Selecione o tipo da chave' }],
  ])('the PIX key %j is refused', (input, refusals) => {
    expect(refusalsOf(createKeySchema, input)).toEqual(refusals);
  });

  test('a PIX key of more than 100 characters is refused unread', () => {
    const phone = (length: number) => ({ type: 'PHONE', key: '11987654321'.padEnd(length, ' ') });
    expect(refusalsOf(createKeySchema, phone(100))).toEqual({});
    expect(refusalsOf(createKeySchema, phone(101))).toEqual({ key: 'Chave PIX inválida' });
  });
});

test('a PIX code has 1 to 512 characters', () => {
  expect(decodeSchema.parse({ payload: ` ${'x'.repeat(512)}\n` }).payload).toHaveLength(512);
  expect(refusalsOf(decodeSchema, { payload: 'x' })).toEqual({});
  expect(refusalsOf(decodeSchema, { payload: ' ' })).toEqual({ payload: 'Cole o código PIX' });
  expect(refusalsOf(decodeSchema, { payload: 'x'.repeat(513) })).toEqual({ payload: 'Código PIX inválido' });
});

test('an order id has 1 to 64 letters, digits, dashes and underscores', () => {
  for (const id of ['a', 'A_9-z', 'x'.repeat(64)]) expect(refusalsOf(byIdSchema, { id })).toEqual({});
  for (const id of ['', 'x'.repeat(65), 'a b', 'a\n', ' a'])
    expect(refusalsOf(byIdSchema, { id })).toEqual({ id: 'Não encontrado' });
  expect(refusalsOf(byIdSchema, {})).toEqual({ id: 'Identificador não informado' });
});
