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

/** The nonce of this browser's mark for the user, however it was proved; null: it has none. */
export const markOf = ({ keys, request }: Pick<Context, 'keys' | 'request'>, userId: string): string | null =>
  nonceOf(keys, request.deviceToken, userId, [PURPOSE_BY_FACTOR, PURPOSE]);

/** The same, or a new one, which a transaction may store before `rememberDevice` sends it. */
export const markFor = (ctx: Pick<Context, 'keys' | 'request'>, userId: string): string =>
  markOf(ctx, userId) ?? randomBytes(16).toString('base64url');

export function rememberDevice(
  ctx: Pick<Context, 'keys' | 'request' | 'cookies'>,
  userId: string,
  { byFactor, mark = markFor(ctx, userId) }: { byFactor: boolean; mark?: string },
): void {
  const { keys, request, cookies } = ctx;
  const others = marksOf(request.deviceToken).filter((other) => other.split('.')[0] !== mark);
  const { keyId, mac } = keys.sign(byFactor ? PURPOSE_BY_FACTOR : PURPOSE, `${userId}:${mark}`);
  const value = [`${mark}.${keyId}.${mac}`, ...others].slice(0, MAX_MARKS).join('~');
  cookies.set('device', value, { maxAgeSeconds: DEVICE_COOKIE_SECONDS });
}

const marksOf = (deviceToken: string | null): string[] =>
  (deviceToken ?? '').split('~', MAX_MARKS).filter((mark) => MARK.test(mark));
