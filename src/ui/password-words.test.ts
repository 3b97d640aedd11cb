import { expect, test } from 'vitest';
import { MIN_PASSWORD_SCORE, type PasswordScore } from '#domain/auth/password-strength';
import { lengthText, STRENGTHS } from './password-words.ts';

test.each([
  [0, /^No mínimo 8 caracteres/],
  [1, /^Faltam 7 caracteres\.$/],
  [7, /^Falta 1 caractere\.$/],
  [8, /^Bom tamanho\.$/],
])('the hint for a password of %i characters matches %s', (length, text) => {
  expect(lengthText(length)).toMatch(text);
});

test('exactly the password scores that the bank refuses are shown in red', () => {
  const refused = ([0, 1, 2, 3, 4] as const satisfies PasswordScore[]).filter(
    (score) => STRENGTHS[score].palette === 'negative',
  );
  expect(refused).toEqual([0, 1].filter((score) => score < MIN_PASSWORD_SCORE));
});
