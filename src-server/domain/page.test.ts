import { expect, test } from 'vitest';
import { cursorSchema, flagSchema, idSchema, limitSchema, searchSchema, sortSchema } from './page.ts';

const messages = (
  schema: { safeParse: (input: unknown) => { error?: { issues: { message: string }[] } } },
  input: unknown,
) => [...new Set(schema.safeParse(input).error?.issues.map(({ message }) => message))];

test('a page has 1 to 200 rows, given as a number or as digits, and 50 by default', () => {
  expect([undefined, 1, 200, '1', '200'].map((limit) => limitSchema.parse(limit))).toEqual([
    50, 1, 200, 1, 200,
  ]);
  for (const limit of [0, 1.5, -1, '0', '1e2', 'x1', '1x', '1000', true])
    expect(messages(limitSchema, limit), String(limit)).toEqual(['Limite inválido']);
  expect(messages(limitSchema, 201)).toEqual(['Limite é de no máximo 200']);
});

test('a cursor has 200 characters at most', () => {
  expect(cursorSchema.parse('x'.repeat(200))).toHaveLength(200);
  expect(messages(cursorSchema, 'x'.repeat(201))).toEqual(['Cursor inválido']);
});

test('a list is sorted by a known field, upwards or downwards', () => {
  const schema = sortSchema('amount');
  for (const sort of ['createdAt', '-createdAt', 'amount', '-amount', undefined])
    expect(schema.parse(sort)).toBe(sort);
  for (const sort of ['name', '--amount', '']) expect(messages(schema, sort)).toEqual(['Ordem inválida']);
});

test('a search is cleaned, has 100 characters at most, and a blank one is absent', () => {
  expect(searchSchema.parse(`  ${'x'.repeat(100)} `)).toBe('x'.repeat(100));
  expect(messages(searchSchema, 'x'.repeat(101))).toEqual(['Busca deve ter no máximo 100 caracteres']);
  expect(['  ', '', undefined].map((text) => searchSchema.parse(text))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('a filter is on or off, as a boolean or as text', () => {
  expect([true, false, 'true', 'false', undefined].map((flag) => flagSchema.parse(flag))).toEqual([
    true,
    false,
    true,
    false,
    undefined,
  ]);
  for (const flag of ['yes', 1, null, '']) expect(messages(flagSchema, flag)).toEqual(['Filtro inválido']);
});

test('an id has 1 to 64 letters, digits, dashes and underscores', () => {
  for (const id of ['a', 'x'.repeat(64), '0193-a_B']) expect(idSchema.parse(id)).toBe(id);
  for (const id of ['', 'x'.repeat(65), 'a b', ' a', 'a\n', 'a\0', 'é'])
    expect(messages(idSchema, id), JSON.stringify(id)).toEqual(['Não encontrado']);
  expect(messages(idSchema, undefined)).toEqual(['Identificador não informado']);
});
