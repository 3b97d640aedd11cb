import { expect, test } from 'vitest';
import { documentCode } from '#domain/document/code';
import { statementSearch } from './statement-search.ts';

const ID = '019abcde-f012-7abc-8def-0123456789ab';
const entry = (more: object = {}) => ({
  transactionId: ID,
  description: 'Aluguel de março',
  amountCents: -215_000,
  counterparty: { name: 'João Araújo', document: '***.982.247-**' },
  endToEndId: 'E00000000202603101200abcdefghijk',
  ...more,
});

test.each([
  ['aluguel', true],
  ['MARCO', true],
  ['joao ara', true],
  ['Maria', false],
  ['982.247', true],
  ['982247', true],
  ['98224725', false],
  // The same shown digits, and others.
  ['529.982.247-25', true],
  ['52998224725', true],
  ['111.444.777-35', false],
  ['E0000000020260310', true],
  [documentCode(ID), true],
  [documentCode(ID).toLowerCase().replaceAll('-', ' '), true],
  ['019abcde', true],
  ['019', false],
])('a statement search for %s finds by description, name, shown digits or code: %s', (typed, found) => {
  expect(statementSearch(typed)(entry())).toBe(found);
});

test.each([
  ['2150', 215_000, true],
  ['2.150', 215_000, true],
  ['2.150,00', 215_000, true],
  ['R$ 2150,00', 215_000, true],
  ['21,50', 2_150, true],
  ['21.50', 2_150, true],
  ['21,5', 2_150, true],
  ['2150', 2_150, false],
  ['> 1000', 100_001, true],
  ['>1000', 100_000, false],
  ['>= 1000', 100_000, true],
  ['< 50', 4_999, true],
  ['< 50', 5_000, false],
  ['<= 50', 5_000, true],
  ['100 a 200', 10_000, true],
  ['100 a 200', 20_000, true],
  ['200 até 100', 15_000, true],
  ['100-200', 20_001, false],
  ['1,234,5', 123_450, false],
  ['> mil', 200_000, false],
  ['529.982.247-25', 100_000_000, false],
])('a statement search for %s finds an amount of %i cents, in or out: %s', (typed, cents, found) => {
  const plain = { description: '', counterparty: null, endToEndId: null };
  expect(statementSearch(typed)(entry({ ...plain, amountCents: cents }))).toBe(found);
  expect(statementSearch(typed)(entry({ ...plain, amountCents: -cents }))).toBe(found);
});
