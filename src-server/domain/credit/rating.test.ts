import { describe, expect, it } from 'vitest';
import type { Difficulty } from '#domain/contact/words';
import vectors from '../vectors/rating.json' with { type: 'json' };
import { ratingDaysLate, ratingLabel, ratingOf, ratingStartText } from './rating.ts';

describe('ratingLabel', () => {
  it.each([
    [0, 'Em construção'],
    [299, 'Em construção'],
    [300, 'Regular'],
    [499, 'Regular'],
    [500, 'Bom'],
    [699, 'Bom'],
    [700, 'Excelente'],
    [1000, 'Excelente'],
  ] as const)('a rating of %i points is labelled "%s"', (points, label) => {
    expect(ratingLabel(points)).toBe(label);
  });
});

describe('ratingOf', () => {
  it.each(vectors)('a customer with $name has the rating $expected.rating', ({ input, expected }) => {
    const found = ratingOf({
      daysLate: input.daysLate ?? [],
      contacts: (input.contacts ?? []).map(({ difficulty, resolved }) => ({
        difficulty: difficulty as Difficulty,
        isResolved: resolved,
      })),
      finishedOperations: input.finishedOperations ?? 0,
    });
    if (expected.rating === null) expect(found).toBeNull();
    else expect(found).toEqual(expected);
  });
});

it('easy and resolved contacts earn all their points, hard ones none and moderate ones half', () => {
  const parts = (difficulty: Difficulty, isResolved: boolean) => {
    const found = ratingOf({ daysLate: [0], contacts: [{ difficulty, isResolved }], finishedOperations: 0 });
    return [found?.ease, found?.resolution];
  };
  expect(parts('facil', true)).toEqual([150, 100]);
  expect(parts('moderado', true)).toEqual([75, 100]);
  expect(parts('dificil', false)).toEqual([0, 0]);
});

it.each([
  [0, 300],
  [1, 210],
  [15, 210],
  [16, 120],
  [30, 120],
  [31, 45],
  [60, 45],
  [61, 0],
])('an instalment paid %i days late earns %i of 300 points', (days, payment) => {
  expect(ratingOf({ daysLate: [days], contacts: [], finishedOperations: 0 })?.payment).toBe(payment);
});

it('for the rating, days late count from the first business day on or after the due date', () => {
  expect(ratingDaysLate('2026-11-21', '2026-11-23')).toBe(0);
  expect(ratingDaysLate('2026-11-21', '2026-11-25')).toBe(2);
  expect(ratingDaysLate('2026-11-24', '2026-11-20')).toBe(0);
});

it('a customer without a rating reads when it begins, and that instalments paid ahead count then', () => {
  expect(ratingStartText({ nextDueOn: null, paidAhead: 0 })).toBe(
    'Seus pontos começam a contar depois que vence a primeira parcela de um crédito.',
  );
  const start = 'Seus pontos começam a contar depois que vence a primeira parcela, em 23/12/2026.';
  expect(ratingStartText({ nextDueOn: '2026-12-23', paidAhead: 0 })).toBe(start);
  expect(ratingStartText({ nextDueOn: '2026-12-23', paidAhead: 1 })).toBe(
    `${start} A parcela que você já pagou conta como em dia quando vencer.`,
  );
  expect(ratingStartText({ nextDueOn: '2026-12-23', paidAhead: 4 })).toBe(
    `${start} As 4 parcelas que você já pagou contam como em dia quando vencerem.`,
  );
});
