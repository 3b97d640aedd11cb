import { randomBytes } from 'node:crypto';
import { DEVICE_COOKIE_SECONDS } from '#domain/limits';
import type { Context } from '#server/kernel/context';
import type { KeyRing } from '#server/kernel/keys';
import type { UserRow } from './user-answer.ts';

/**
 * A signed mark per device and user, so that wrong passwords from elsewhere cannot lock the owner out (OWASP, "Slow
 * Down Online Guessing Attacks with Device Cookies"). With two-factor on, only marks signed after it count.
 */
const PURPOSE = 'device';
const PURPOSE_BY_FACTOR = 'device-by-factor';
const MAX_MARKS = 4;
const MARK = /^([\w-]{22})\.([\w-]{1,32})\.([\w-]{43})$/;

/** The nonce of the mark; null if this device is unknown to the user. */
export function knownDevice(
  keys: KeyRing,
  deviceToken: string | null,
  { id, totpSecret }: Pick<UserRow, 'id' | 'totpSecret'>,
): string | null {
  const purposes = totpSecret === null ? [PURPOSE_BY_FACTOR, PURPOSE] : [PURPOSE_BY_FACTOR];
  return nonceOf(keys, deviceToken, id, purposes);
}

function nonceOf(
  keys: KeyRing,
  deviceToken: string | null,
  userId: string,
  purposes: readonly string[],
): string | null {
  for (const mark of marksOf(deviceToken)) {
    const [, nonce, keyId, mac] = MARK.exec(mark) ?? [];
    if (!nonce || !keyId || !mac) continue;
    if (purposes.some((purpose) => keys.verify(purpose, `${userId}:${nonce}`, { keyId, mac }))) return nonce;
  }
  return null;
}

export function rememberDevice(
  ctx: Pick<Context, 'keys' | 'request' | 'cookies'>,
  userId: string,
  { byFactor }: { byFactor: boolean },
): void {
  const { keys, request, cookies } = ctx;
  const marks = marksOf(request.deviceToken);
  const known = nonceOf(keys, request.deviceToken, userId, [PURPOSE_BY_FACTOR, PURPOSE]);
  const others = marks.filter((mark) => mark.split('.')[0] !== known);
  const nonce = known ?? randomBytes(16).toString('base64url');
  const { keyId, mac } = keys.sign(byFactor ? PURPOSE_BY_FACTOR : PURPOSE, `${userId}:${nonce}`);
  const value = [`${nonce}.${keyId}.${mac}`, ...others].slice(0, MAX_MARKS).join('~');
  cookies.set('device', value, { maxAgeSeconds: DEVICE_COOKIE_SECONDS });
}

const marksOf = (deviceToken: string | null): string[] =>
  (deviceToken ?? '').split('~', MAX_MARKS).filter((mark) => MARK.test(mark));
