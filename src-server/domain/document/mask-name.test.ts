import { expect, test } from 'vitest';
import { maskName } from './mask-name.ts';

test('a masked name keeps its first word and one letter of the others', () => {
  expect(maskName('Ana Moreira de Lima')).toBe('Ana M*** d*** L***');
  expect(maskName('  Ângela   Ávila ')).toBe('Ângela Á***');
  expect(maskName('Cher')).toBe('Cher');
  expect(maskName('Ana 𝒟avi')).toBe('Ana 𝒟***');
  expect(maskName(' ')).toBe('');
});
