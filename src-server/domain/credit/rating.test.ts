import { describe, expect, it } from 'vitest';
import { ratingLabel } from './rating.ts';

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
  ] as const)('%i points are %s', (points, label) => {
    expect(ratingLabel(points)).toBe(label);
  });
});
