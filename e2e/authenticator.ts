import { setTimeout as wait } from 'node:timers/promises';
import { generateHOTP } from '@oslojs/otp';

const STEP_MS = 30_000;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The TOTP code of a secret, some 30-second steps from now. */
export function appCode(secret: string, stepsAhead = 0): string {
  return codeOf(secret, Math.floor(Date.now() / STEP_MS) + stepsAhead);
}

/** Never repeats a time step, since the bank accepts each only once. */
export type Authenticator = { nextCode: () => Promise<string> };

const ON_ITS_WAY_MS = 12_000;

/** The bank accepts the previous, the current and the next time step, so about three codes need no waiting. */
export function newAuthenticator(secret: string): Authenticator {
  let lastStep = 0;
  return {
    async nextCode() {
      const intoStepMs = Date.now() % STEP_MS;
      const step = Math.floor(Date.now() / STEP_MS);
      const isPreviousStepSafe = STEP_MS - intoStepMs > ON_ITS_WAY_MS;
      lastStep = Math.max(lastStep + 1, isPreviousStepSafe ? step - 1 : step);
      if (lastStep > step + 1) await wait(STEP_MS - intoStepMs);
      return codeOf(secret, lastStep);
    },
  };
}

const codeOf = (secret: string, step: number): string => generateHOTP(keyOf(secret), BigInt(step), 6);

function keyOf(secret: string): Uint8Array {
  const letters = secret.replace(/[\s=]/g, '').toUpperCase();
  const bits = [...letters].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}
