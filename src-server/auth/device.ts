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
const PURPOSE_BY_RECOVERY = 'device-by-recovery';
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
  subject: string,
  purposes: readonly string[],
): string | null {
  for (const mark of marksOf(deviceToken)) {
    const [, nonce, keyId, mac] = MARK.exec(mark) ?? [];
    if (!nonce || !keyId || !mac) continue;
    if (purposes.some((purpose) => keys.verify(purpose, `${subject}:${nonce}`, { keyId, mac }))) return nonce;
  }
  return null;
}

/** The nonce of this browser's mark for the user, however it was proved; null: it has none. */
export const markOf = ({ keys, request }: Pick<Context, 'keys' | 'request'>, userId: string): string | null =>
  nonceOf(keys, request.deviceToken, userId, [PURPOSE_BY_FACTOR, PURPOSE]);

/** The same, or a new one, which a transaction may store before `rememberDevice` sends it. */
export const markFor = (ctx: Pick<Context, 'keys' | 'request'>, userId: string): string =>
  markOf(ctx, userId) ?? newMark();

const newMark = (): string => randomBytes(16).toString('base64url');

export function rememberDevice(
  ctx: Marking,
  userId: string,
  { byFactor, mark = markFor(ctx, userId) }: { byFactor: boolean; mark?: string },
): void {
  send(ctx, byFactor ? PURPOSE_BY_FACTOR : PURPOSE, userId, mark);
}

/** For one to two hours: the browser has its own count of passwords, and is not known for anything else. */
export function rememberRecovery(ctx: Recovering & Marking, userId: string): void {
  const [subject] = recentHours(ctx, userId);
  send(ctx, PURPOSE_BY_RECOVERY, subject, recoveredHere(ctx, userId) ?? newMark());
}

/** The nonce of the mark of `rememberRecovery`; null: there is none. */
export function recoveredHere(ctx: Recovering, userId: string): string | null {
  const { keys, request } = ctx;
  const marks = recentHours(ctx, userId).map((subject) =>
    nonceOf(keys, request.deviceToken, subject, [PURPOSE_BY_RECOVERY]),
  );
  return marks.find((mark) => mark !== null) ?? null;
}

type Marking = Pick<Context, 'keys' | 'request' | 'cookies'>;
type Recovering = Pick<Context, 'keys' | 'request' | 'clock'>;

/** Names the user in this hour, and in the one before. */
function recentHours({ clock }: Pick<Context, 'clock'>, userId: string): [string, string] {
  const hour = Math.floor(clock.real().getTime() / 3_600_000);
  return [`${userId}:${hour}`, `${userId}:${hour - 1}`];
}

function send({ keys, request, cookies }: Marking, purpose: string, subject: string, mark: string): void {
  const others = marksOf(request.deviceToken).filter((other) => other.split('.')[0] !== mark);
  const { keyId, mac } = keys.sign(purpose, `${subject}:${mark}`);
  const value = [`${mark}.${keyId}.${mac}`, ...others].slice(0, MAX_MARKS).join('~');
  cookies.set('device', value, { maxAgeSeconds: DEVICE_COOKIE_SECONDS });
}

const marksOf = (deviceToken: string | null): string[] =>
  (deviceToken ?? '').split('~', MAX_MARKS).filter((mark) => MARK.test(mark));
