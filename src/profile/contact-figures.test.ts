import { expect, it } from 'vitest';
import { contactFigures } from './contact-figures.ts';

it('without contacts there is no resolution rate', () => {
  expect(contactFigures([])).toEqual({
    total: 0,
    resolved: 0,
    resolutionPercent: null,
    byDifficulty: { facil: 0, moderado: 0, dificil: 0 },
  });
});

it('contacts are counted by result and difficulty, with a whole-percent resolution rate', () => {
  const contacts = [
    { difficulty: 'facil', resolved: true },
    { difficulty: 'facil', resolved: true },
    { difficulty: 'dificil', resolved: false },
  ] as const;
  expect(contactFigures(contacts)).toEqual({
    total: 3,
    resolved: 2,
    resolutionPercent: 67,
    byDifficulty: { facil: 2, moderado: 0, dificil: 1 },
  });
});
