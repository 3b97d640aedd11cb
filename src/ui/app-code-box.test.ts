import { expect, test } from 'vitest';
import { TOTP } from '#domain/auth/two-factor';
import { APP_CODE_DIGITS, appCodeDigits } from './app-code-box.tsx';

test.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  ['1a2-3', '123'],
  ['12345678', '123456'],
  ['', ''],
])('the app code box turns "%s" into "%s"', (typed, digits) => {
  expect(appCodeDigits(typed)).toBe(digits);
});

test('the app code box takes as many digits as the bank asks for', () => {
  expect(APP_CODE_DIGITS).toBe(TOTP.digits);
});
