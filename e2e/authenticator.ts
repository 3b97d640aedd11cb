import { setTimeout as wait } from 'node:timers/promises';
import { generateHOTP } from '@oslojs/otp';

const STEP_MS = 30_000;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an authenticator app shows for a secret, now or so many steps of 30 seconds from now. */
export function appCode(secret: string, stepsAhead = 0): string {
  return codeOf(secret, Math.floor(Date.now() / STEP_MS) + stepsAhead);
}

/** An authenticator app: each code is of a later step than the one before, since the bank takes a step only once. */
export type Authenticator = { nextCode: () => Promise<string> };

/**
 * The app that holds a secret. Its codes run from the step before the current one to the one after, all of which the bank
 * takes: three can be used without waiting for the clock.
 */
export function newAuthenticator(secret: string): Authenticator {
  let lastStep = 0;
  return {
    async nextCode() {
      // Not at the very end of a step: what is the step before would be out of date when the code arrives.
      const left = STEP_MS - (Date.now() % STEP_MS);
      if (left < 4000) await wait(left);
      lastStep = Math.max(lastStep + 1, Math.floor(Date.now() / STEP_MS) - 1);
      return codeOf(secret, lastStep);
    },
  };
}

const codeOf = (secret: string, step: number): string => generateHOTP(keyOf(secret), BigInt(step), 6);

/** Base32 (RFC 4648) → bytes; five bits a letter. */
function keyOf(secret: string): Uint8Array {
  const letters = secret.replace(/[\s=]/g, '').toUpperCase();
  const bits = [...letters].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}
