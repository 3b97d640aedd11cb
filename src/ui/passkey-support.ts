import { failureText } from './failure-text.ts';

/** Whether this browser knows passkeys. */
export const supportsPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** Why a browser or device made or used no passkey, in words for its owner. */
export class PasskeyProblem extends Error {
  override readonly name = 'PasskeyProblem';
}

/** Why adding or using a passkey failed, on the device or at the bank. */
export const passkeyFailure = (error: unknown, fallback: string): string =>
  error instanceof PasskeyProblem ? error.message : failureText(error, fallback);
