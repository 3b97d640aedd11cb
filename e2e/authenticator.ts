import { setTimeout as wait } from 'node:timers/promises';
import { decodeBase32IgnorePadding } from '@oslojs/encoding';
import { generateHOTP } from '@oslojs/otp';

const STEP_MS = 30_000;

/** An authenticator app: each code is of a later step than the one before, since the bank takes a step only once. */
export type Authenticator = { nextCode: () => Promise<string> };

/**
 * The app that holds a secret. Its codes run from the step before the current one to the one after, all of which the bank
 * takes: three can be used without waiting for the clock.
 */
export function newAuthenticator(secret: string): Authenticator {
  const key = decodeBase32IgnorePadding(secret);
  let lastStep = 0;
  return {
    async nextCode() {
      // Not at the very end of a step: what is the step before would be out of date when the code arrives.
      const left = STEP_MS - (Date.now() % STEP_MS);
      if (left < 4000) await wait(left);
      lastStep = Math.max(lastStep + 1, Math.floor(Date.now() / STEP_MS) - 1);
      return generateHOTP(key, BigInt(lastStep), 6);
    },
  };
}
