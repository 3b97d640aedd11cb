import { expect, it } from 'vitest';
import { age } from './age.ts';

it.each([
  ['2026-03-10T14:59:30Z', 'agora'],
  ['2026-03-10T15:00:05Z', 'agora'],
  ['2026-03-10T14:59:00Z', 'há 1 min'],
  ['2026-03-10T14:00:01Z', 'há 59 min'],
  ['2026-03-10T14:00:00Z', 'há 1 h'],
  ['2026-03-08T15:00:01Z', 'há 47 h'],
  ['2026-03-08T15:00:00Z', 'há 2 dias'],
  ['2025-03-10T15:00:00Z', 'há 365 dias'],
])('the age of %s on 10 March 2026 at 15:00 UTC reads "%s"', (from, words) => {
  expect(age(from, '2026-03-10T15:00:00Z')).toBe(words);
});
