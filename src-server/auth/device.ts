import { randomBytes } from 'node:crypto';
import { DEVICE_COOKIE_SECONDS } from '#domain/limits';
import type { Context } from '#server/context';
import type { KeyRing } from '#server/keys';

/**
 * The mark of a device that has signed in before: `nonce.keyId.mac`, signed for one user. Wrong passwords from elsewhere
 * then cannot lock the owner out (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). It opens nothing.
 */
const PURPOSE = 'device';
/** A browser that a family shares keeps a mark for each of its last few users. */
const MAX_MARKS = 4;
const MARK = /^([\w-]{22})\.([\w-]{1,32})\.([\w-]{43})$/;

/** The nonce of this device's mark for the user, or null: the account does not know the device. */
export function knownDevice(keys: KeyRing, deviceToken: string | null, userId: string): string | null {
  for (const mark of marksOf(deviceToken)) {
    const [, nonce, keyId, mac] = MARK.exec(mark) ?? [];
    if (nonce && keyId && mac && keys.verify(PURPOSE, `${userId}:${nonce}`, { keyId, mac })) return nonce;
  }
  return null;
}

/** Makes the device known to the user from now on, on the answer to this request. */
export function rememberDevice(ctx: Pick<Context, 'keys' | 'request' | 'cookies'>, userId: string): void {
  const { keys, request, cookies } = ctx;
  const marks = marksOf(request.deviceToken);
  const known = knownDevice(keys, request.deviceToken, userId);
  const others = marks.filter((mark) => mark.split('.')[0] !== known);
  const nonce = known ?? randomBytes(16).toString('base64url');
  const { keyId, mac } = keys.sign(PURPOSE, `${userId}:${nonce}`);
  const value = [`${nonce}.${keyId}.${mac}`, ...others].slice(0, MAX_MARKS).join('~');
  cookies.set('device', value, { maxAgeSeconds: DEVICE_COOKIE_SECONDS });
}

const marksOf = (deviceToken: string | null): string[] =>
  (deviceToken ?? '').split('~', MAX_MARKS).filter((mark) => MARK.test(mark));
