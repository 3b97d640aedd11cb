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

/** So long a code may be on its way, on a machine with other work to do. */
const ON_ITS_WAY_MS = 12_000;

/**
 * The app that holds a secret. The bank takes the codes of the step before the current one, of this one and of the next:
 * mostly three can be used without waiting for the clock.
 */
export function newAuthenticator(secret: string): Authenticator {
  let lastStep = 0;
  return {
    async nextCode() {
      const intoStepMs = Date.now() % STEP_MS;
      const step = Math.floor(Date.now() / STEP_MS);
      const isStepBeforeGood = STEP_MS - intoStepMs > ON_ITS_WAY_MS;
      lastStep = Math.max(lastStep + 1, isStepBeforeGood ? step - 1 : step);
      if (lastStep > step + 1) await wait(STEP_MS - intoStepMs);
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
