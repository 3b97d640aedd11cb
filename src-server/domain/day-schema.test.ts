import { expect, test } from 'vitest';
import type { z } from 'zod';
import { daySchema, isKnownDay, isKnownMoment, momentSchema, monthSchema } from './day-schema.ts';

const messages = (schema: z.ZodType, input: unknown) => [
  ...new Set(schema.safeParse(input).error?.issues.map(({ message }) => message)),
];

test('a day from 1900 to 2199 is accepted', () => {
  for (const day of ['1900-01-01', '2026-02-28', '2199-12-31']) {
    expect(isKnownDay(day)).toBe(true);
    expect(daySchema('Data inválida').parse(day)).toBe(day);
  }
  for (const day of ['1899-12-31', '2200-01-01', '2026-02-30', '0000-01-01', '', 'x2026-01-01']) {
    expect(isKnownDay(day), day).toBe(false);
    expect(messages(daySchema('Data inválida'), day), day).toEqual(['Data inválida']);
  }
});

test('a moment from 1900 to the end of 2199 is accepted, by its day in UTC', () => {
  const schema = momentSchema('Momento inválido');
  for (const moment of ['1900-01-01T00:00:00Z', '2199-12-31T23:59:59.999Z', '2026-03-10T09:00:00-03:00']) {
    expect(isKnownMoment(new Date(moment))).toBe(true);
    expect(schema.parse(moment)).toBe(moment);
  }
  for (const moment of ['1899-12-31T23:59:59Z', '2200-01-01T00:00:00Z', '2199-12-31T23:00:00-03:00']) {
    expect(isKnownMoment(new Date(moment)), moment).toBe(false);
    expect(messages(schema, moment), moment).toEqual(['Momento inválido']);
  }
  expect(isKnownMoment(new Date('never'))).toBe(false);
  expect(messages(schema, '2026-03-10')).toEqual(['Momento inválido']);
});

test('a month from 1900-01 to 2199-12 is accepted', () => {
  const schema = monthSchema('Mês inválido');
  for (const month of ['1900-01', '2026-10', '2199-12']) expect(schema.parse(month)).toBe(month);
  for (const month of ['1899-12', '2200-01', '2026-00', '2026-13', '2026-1', '12026-01', '2026-011', 202601])
    expect(messages(schema, month), String(month)).toEqual(['Mês inválido']);
});
