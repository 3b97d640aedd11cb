import { expect, test } from 'vitest';
import { totpStepOf } from '#domain/auth/two-factor';
import { testKeys } from '#server/ledger/testing/bank';
import { appKey, codeOfStep, decryptSecret, encryptSecret, matchingStep, newTotpSecret } from './totp.ts';

/** RFC 6238, appendix B (SHA-1). */
const RFC_SECRET = new TextEncoder().encode('12345678901234567890');
const at = (seconds: number) => new Date(seconds * 1000);

test.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('a TOTP matches RFC 6238 at %d s: %s', (seconds, code) => {
  expect(codeOfStep(RFC_SECRET, totpStepOf(at(seconds)), 8)).toBe(code);
  expect(matchingStep(RFC_SECRET, code.slice(2), at(seconds))).toBe(totpStepOf(at(seconds)));
});

test('a TOTP is accepted one step early or late, not two', () => {
  const secret = newTotpSecret();
  const now = at(1_800_000_015);
  const step = totpStepOf(now);
  const codes = [-2, -1, 0, 1, 2].map((away) => matchingStep(secret, codeOfStep(secret, step + away), now));
  expect(codes).toEqual([null, step - 1, step, step + 1, null]);
  expect(matchingStep(secret, '', now)).toBeNull();
});

test('the QR code names the bank, the account and the secret', () => {
  const { uri, secret } = appKey('Vale & Banco', 'ana@correio.example', RFC_SECRET);
  expect(secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  expect(uri).toBe(
    'otpauth://totp/Vale%20%26%20Banco:ana%40correio.example?issuer=Vale%20%26%20Banco&algorithm=SHA1&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&period=30&digits=6',
  );
});

test('a TOTP secret is decrypted only for its user', () => {
  const kept = encryptSecret(testKeys, RFC_SECRET, 'users', 'ana');
  expect(Buffer.from(decryptSecret(testKeys, kept, 'users', 'ana'))).toEqual(Buffer.from(RFC_SECRET));
  expect(() => decryptSecret(testKeys, kept, 'users', 'bruno')).toThrow();
  expect(() => decryptSecret(testKeys, kept, 'two_factor_setups', 'ana')).toThrow();
});
