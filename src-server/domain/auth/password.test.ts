import { expect, test } from 'vitest';
import { verifyDocumentSchema } from '#domain/document/verify';
import { PASSWORD_LENGTH } from '#domain/limits';
import { refusalsOf } from '#domain/testing/refusals';
import { changePasswordSchema, currentPasswordSchema, recoveryResetSchema } from './password.ts';

const NEXT = 'uma-senha-comprida-2026';

test('changing a password needs the current password, up to the maximum length', () => {
  const refusal = (text: unknown) => refusalsOf(currentPasswordSchema, text)[''];
  expect(refusal('x')).toBeUndefined();
  expect(refusal('x'.repeat(PASSWORD_LENGTH.max))).toBeUndefined();
  for (const none of ['', undefined]) expect(refusal(none)).toBe('Senha atual é obrigatória');
  expect(refusal('x'.repeat(PASSWORD_LENGTH.max + 1))).toBe(
    `Senha deve ter no máximo ${PASSWORD_LENGTH.max} caracteres`,
  );
});

test('a new password must differ from the current one', () => {
  expect(refusalsOf(changePasswordSchema, { current: 'a', next: NEXT })).toEqual({});
  expect(refusalsOf(changePasswordSchema, { current: NEXT, next: NEXT })).toEqual({
    next: 'A nova senha deve ser diferente da atual',
  });
});

test('the token of a link must have 1 to 200 characters', () => {
  const refusals = (token: unknown) => refusalsOf(recoveryResetSchema, { token, password: NEXT });
  for (const token of ['x', `${'x'.repeat(200)} `]) expect(refusals(token)).toEqual({});
  for (const token of ['', ' ', 'x'.repeat(201), undefined])
    expect(refusals(token)).toEqual({ token: 'Link inválido' });
});

test('the code of a document must have 1 to 64 characters', () => {
  const accepts = (code: unknown) => verifyDocumentSchema.safeParse({ code }).success;
  for (const code of ['x', `${'x'.repeat(64)} `]) expect(accepts(code)).toBe(true);
  for (const code of ['', ' ', 'x'.repeat(65), undefined]) expect(accepts(code)).toBe(false);
});
