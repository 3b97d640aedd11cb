import { randomBytes } from 'node:crypto';
import { createTOTPKeyURI, generateHOTP, verifyHOTP } from '@oslojs/otp';
import { TOTP, totpStepsAt } from '#domain/auth/two-factor';
import type { KeyRing } from '#server/kernel/keys';

/** RFC 4226, 4: 160 bits, as long as the hash. */
const SECRET_BYTES = 20;

/** A new secret for an authenticator app. */
export const newTotpSecret = (): Uint8Array => randomBytes(SECRET_BYTES);

/** The code of a step. */
export const codeOfStep = (secret: Uint8Array, step: number, digits = TOTP.digits): string =>
  generateHOTP(secret, BigInt(step), digits);

/** The step whose code this is at a moment, the latest if several; null for none. All three are compared, each in constant time. */
export function matchingStep(secret: Uint8Array, code: string, moment: Date): number | null {
  let found: number | null = null;
  for (const step of totpStepsAt(moment)) {
    if (step >= 0 && verifyHOTP(secret, BigInt(step), TOTP.digits, code)) found = step;
  }
  return found;
}

/** What the QR code says (otpauth://totp/…), and the secret in base32 for who types it. */
export function appKey(issuer: string, account: string, secret: Uint8Array): { uri: string; secret: string } {
  // Some apps show the plus sign of a form's encoding as it stands.
  const uri = createTOTPKeyURI(issuer, account, secret, TOTP.periodSeconds, TOTP.digits).replaceAll(
    '+',
    '%20',
  );
  return { uri, secret: new URL(uri).searchParams.get('secret') ?? '' };
}

const PURPOSE = 'totp';

/** The two places where a secret stands; encrypted for one it opens in no other, and for no other user. */
export type SecretPlace = 'users' | 'two_factor_setups';

const contextOf = (place: SecretPlace, userId: string) => `${place}|totp|${userId}`;

/** A secret as the database keeps it. */
export const encryptSecret = (
  keys: KeyRing,
  secret: Uint8Array,
  place: SecretPlace,
  userId: string,
): string => keys.encrypt(PURPOSE, Buffer.from(secret).toString('base64url'), contextOf(place, userId));

/** The secret that the database keeps. Throws when it was changed, is another user's, or its key is not on the ring. */
export const decryptSecret = (keys: KeyRing, kept: string, place: SecretPlace, userId: string): Uint8Array =>
  Buffer.from(keys.decrypt(PURPOSE, kept, contextOf(place, userId)), 'base64url');
