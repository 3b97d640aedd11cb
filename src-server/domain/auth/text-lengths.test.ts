import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { linkTokenSchema } from './link.ts';
import { profileSchema } from './profile.ts';
import { birthDateProblem, registerSchema } from './register.ts';

type Lengths = [field: string, min: number, max: number];

const REGISTERED: Lengths[] = [
  ['fullName', 2, 120],
  ['street', 3, 120],
  ['number', 1, 20],
  ['neighborhood', 2, 80],
  ['city', 2, 80],
  ['occupation', 2, 80],
  ['username', 3, 40],
];
const KEPT: Lengths[] = [
  ['street', 1, 120],
  ['number', 1, 20],
  ['neighborhood', 1, 80],
  ['city', 1, 80],
];
const OPTIONAL: Record<string, number> = { rg: 20, complement: 80 };

const fieldOf = (schema: { shape: Record<string, z.ZodType> }, name: string): z.ZodType =>
  schema.shape[name] as z.ZodType;
const takes = (schema: z.ZodType, length: number): boolean => schema.safeParse('a'.repeat(length)).success;

describe.each([
  ['a registration', registerSchema, REGISTERED],
  ['a profile', profileSchema, KEPT],
] as const)('%s', (_, schema, lengths) => {
  test.each(lengths)('the field %s takes %i to %i characters', (name, min, max) => {
    const field = fieldOf(schema, name);
    expect([min, max].map((length) => takes(field, length))).toEqual([true, true]);
    expect([min - 1, max + 1].map((length) => takes(field, length))).toEqual([false, false]);
  });
});

test.each(Object.entries(OPTIONAL))(
  'a registration takes a %s of %i characters at most, or none',
  (name, max) => {
    const field = fieldOf(registerSchema, name);
    expect([0, 1, max].map((length) => takes(field, length))).toEqual([true, true, true]);
    expect(takes(field, max + 1)).toBe(false);
  },
);

test('a profile takes a complement of 80 characters at most', () => {
  expect([80, 81].map((length) => takes(profileSchema.shape.complement, length))).toEqual([true, false]);
});

test('an e-mail address has 254 characters at most', () => {
  const address = (length: number) => `${'a'.repeat(60)}@${'b.'.repeat((length - 64) / 2)}com`;
  const longest = address(254);
  expect(longest.length).toBe(254);
  const { email } = registerSchema.shape;
  expect(email.safeParse(longest).success).toBe(true);
  expect(email.safeParse(`a${longest}`).success).toBe(false);
});

test('a document has at most 30 characters with its mask, and a blank one counts as missing', () => {
  const { cpf } = registerSchema.shape;
  const padded = (length: number) => '529.982.247-25'.padEnd(length, ' ');
  expect(cpf.safeParse(padded(30)).data).toBe('52998224725');
  expect(cpf.safeParse(padded(31)).success).toBe(false);
  expect(cpf.safeParse('   ').data).toBe('');
});

test('a state is accepted with spaces around it', () => {
  expect(registerSchema.shape.state.parse(' sp ')).toBe('SP');
  expect(profileSchema.shape.state.parse(' sp ')).toBe('SP');
});

test('an income of one cent is accepted, also with spaces around it', () => {
  expect(profileSchema.shape.monthlyIncome.parse(' 0.01 ')).toBe(1);
  expect(profileSchema.shape.monthlyIncome.safeParse('0.00').success).toBe(false);
});

test('a company may be founded on the day of its registration', () => {
  expect(birthDateProblem('2026-03-10', '2026-03-10', true)).toBeNull();
});

test('the token of a link has 1 to 200 characters', () => {
  expect([0, 1, 200, 201].map((length) => takes(linkTokenSchema, length))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
