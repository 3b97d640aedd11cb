import { randomBytes } from 'node:crypto';
import { createTOTPKeyURI, generateHOTP, verifyHOTP } from '@oslojs/otp';
import { TOTP, totpStepsAt } from '#domain/auth/two-factor';
import type { KeyRing } from '#server/kernel/keys';

/** RFC 4226, 4: 160 bits, the hash's length. */
const SECRET_BYTES = 20;

export const newTotpSecret = (): Uint8Array => randomBytes(SECRET_BYTES);

export const codeOfStep = (secret: Uint8Array, step: number, digits = TOTP.digits): string =>
  generateHOTP(secret, BigInt(step), digits);

/** The matching step, the latest if several, or null; compares all three in constant time. */
export function matchingStep(secret: Uint8Array, code: string, moment: Date): number | null {
  let found: number | null = null;
  for (const step of totpStepsAt(moment)) {
    if (step >= 0 && verifyHOTP(secret, BigInt(step), TOTP.digits, code)) found = step;
  }
  return found;
}

/** otpauth URI for the QR code, and the secret in base32 for typing. */
export function appKey(issuer: string, account: string, secret: Uint8Array): { uri: string; secret: string } {
  // Some apps show a '+' for a space as it is.
  const uri = createTOTPKeyURI(issuer, account, secret, TOTP.periodSeconds, TOTP.digits).replaceAll(
    '+',
    '%20',
  );
  return { uri, secret: new URL(uri).searchParams.get('secret') ?? '' };
}

const PURPOSE = 'totp';

/** Where a secret is stored; it decrypts only there and for its user. */
export type SecretPlace = 'users' | 'two_factor_setups';

const contextOf = (place: SecretPlace, userId: string) => `${place}|totp|${userId}`;

export const encryptSecret = (
  keys: KeyRing,
  secret: Uint8Array,
  place: SecretPlace,
  userId: string,
): string => keys.encrypt(PURPOSE, Buffer.from(secret).toString('base64url'), contextOf(place, userId));

/** Throws when it was changed, belongs to another user, or its key is missing. */
export const decryptSecret = (keys: KeyRing, kept: string, place: SecretPlace, userId: string): Uint8Array =>
  Buffer.from(keys.decrypt(PURPOSE, kept, contextOf(place, userId)), 'base64url');
