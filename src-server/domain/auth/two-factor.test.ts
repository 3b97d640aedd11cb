import { describe, expect, test } from 'vitest';
import {
  formatBackupCode,
  parseBackupCode,
  proveTwoFactorSchema,
  totpStepOf,
  totpStepsAt,
  validateTwoFactorSchema,
  verifyTwoFactorSchema,
} from './two-factor.ts';

const at = (seconds: number) => new Date(seconds * 1000);
const userId = '0195a2c4-0000-7000-8000-000000000001';

describe('steps', () => {
  test.each([
    [0, 0],
    [29.999, 0],
    [30, 1],
    [59, 1],
    [1111111109, 0x23523ec],
    [20000000000, 0x27bc86aa],
  ])('the TOTP step at %d s is %d (RFC 6238, appendix B)', (seconds, step) =>
    expect(totpStepOf(at(seconds))).toBe(step),
  );

  test('the TOTP steps before and after the current one count too', () =>
    expect(totpStepsAt(at(95))).toEqual([2, 3, 4]));
});

describe('backup codes', () => {
  test('a backup code is accepted with or without dashes, spaces and capitals', () => {
    const symbols = 'ABCDEFGH23456789';
    expect(formatBackupCode(symbols)).toBe('ABCD-EFGH-2345-6789');
    for (const typed of ['ABCD-EFGH-2345-6789', ' abcd efgh 2345 6789 ', 'abcdefgh23456789'])
      expect(parseBackupCode(typed)).toBe(symbols);
    for (const typed of ['', 'ABCD', 'ABCD-EFGH-2345-678', 'ABCD-EFGH-2345-6789-A', 'ABCD-EFGH-2345-678é'])
      expect(parseBackupCode(typed)).toBeNull();
  });
});

describe('inputs', () => {
  test('an app code has exactly six digits', () => {
    expect(verifyTwoFactorSchema.parse({ token: '123 456' })).toEqual({ token: '123456' });
    for (const token of ['', '12345', '1234567', '12345a', '１２３４５６', 123456, null])
      expect(verifyTwoFactorSchema.safeParse({ token }).error?.issues).toMatchObject([
        { path: ['token'], message: 'O código do aplicativo tem 6 dígitos' },
      ]);
  });

  test('a code is typed in 64 characters at most', () => {
    const typed = (length: number) => ({ token: '123456'.padStart(length) });
    expect(verifyTwoFactorSchema.safeParse(typed(64)).success).toBe(true);
    expect(verifyTwoFactorSchema.safeParse(typed(65)).success).toBe(false);
  });

  test('a signed-in person may give an app code or a backup code', () => {
    expect(proveTwoFactorSchema.parse({ token: '000000' }).token).toEqual({ kind: 'app', code: '000000' });
    expect(proveTwoFactorSchema.parse({ token: 'abcd-efgh-2345-6789' }).token).toEqual({
      kind: 'backup',
      code: 'ABCDEFGH23456789',
    });
    expect(proveTwoFactorSchema.safeParse({ token: '12' }).success).toBe(false);
  });

  test('the second step of a sign-in states which kind of code it has', () => {
    expect(validateTwoFactorSchema.parse({ userId, token: '123456' })).toEqual({
      userId,
      given: { kind: 'app', code: '123456' },
    });
    expect(
      validateTwoFactorSchema.parse({ userId, token: ' abcd-efgh-2345-6789', isBackup: true }).given,
    ).toEqual({ kind: 'backup', code: 'ABCDEFGH23456789' });
    expect(validateTwoFactorSchema.safeParse({ userId, token: '12345' }).error?.issues).toMatchObject([
      { path: ['token'], message: 'O código do aplicativo tem 6 dígitos' },
    ]);
    const malformed = { userId, token: '123456', isBackup: true };
    expect(validateTwoFactorSchema.safeParse(malformed).error?.issues).toMatchObject([
      { path: ['token'], message: 'O código de backup tem quatro grupos de quatro caracteres' },
    ]);
    expect(validateTwoFactorSchema.safeParse({ token: '123456' }).success).toBe(false);
    expect(
      validateTwoFactorSchema.safeParse({ userId, token: 'x'.repeat(10_000), isBackup: true }).success,
    ).toBe(false);
  });
});
