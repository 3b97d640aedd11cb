import { expect, test } from 'vitest';
import { nullableDate } from './fields.ts';

test.each([
  ['2026-02-28', '2026-02-28'],
  ['2026-02-28 10:00:00', '2026-02-28'],
  ['2026-02-31', null],
  ['2026-13-45', null],
  ['31/12/2026', null],
  ['', null],
  [null, null],
  [undefined, null],
])('the provider’s date %s is %s', (text, day) => expect(nullableDate.parse(text)).toBe(day));
