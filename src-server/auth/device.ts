import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Tx } from '#db/db';
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
/** Second signature: the user's password when the mark was sent. */
const PURPOSE_PASSWORD = 'device-password';
const MAX_MARKS = 4;
const MARK = /^([\w-]{22})\.([\w-]{1,32})\.([\w-]{43})(?:\.([\w-]{43}))?$/;

type Owner = Pick<UserRow, 'id' | 'passwordHash'>;

/**
 * Under what name this device counts wrong guesses: its nonce, or 'former' for all that were marked before the password changed, since
 * whoever knew that one could have made any number of marks. Null: unknown to the user.
 */
export function knownDevice(
  keys: KeyRing,
  deviceToken: string | null,
  user: Owner & Pick<UserRow, 'totpSecret'>,
): string | null {
  const purposes = user.totpSecret === null ? [PURPOSE_BY_FACTOR, PURPOSE] : [PURPOSE_BY_FACTOR];
  const mark = findMark(keys, deviceToken, user.id, purposes);
  if (!mark) return null;
  const { nonce, keyId, passwordMac } = mark;
  const isCurrent =
    passwordMac !== undefined &&
    keys.verify(PURPOSE_PASSWORD, withPassword(user, nonce), { keyId, mac: passwordMac });
  return isCurrent ? nonce : 'former';
}

const withPassword = ({ id, passwordHash }: Owner, nonce: string): string => `${id}:${nonce}:${passwordHash}`;

type Mark = { nonce: string; keyId: string; passwordMac: string | undefined };

function findMark(
  keys: KeyRing,
  deviceToken: string | null,
  subject: string,
  purposes: readonly string[],
): Mark | null {
  for (const mark of marksOf(deviceToken)) {
    const [, nonce, keyId, mac, passwordMac] = MARK.exec(mark) ?? [];
    if (!nonce || !keyId || !mac) continue;
    if (purposes.some((purpose) => keys.verify(purpose, `${subject}:${nonce}`, { keyId, mac })))
      return { nonce, keyId, passwordMac };
  }
  return null;
}

/** The nonce of this browser's mark for the user, however it was proved; null: it has none. */
export const markOf = ({ keys, request }: Pick<Context, 'keys' | 'request'>, userId: string): string | null =>
  findMark(keys, request.deviceToken, userId, [PURPOSE_BY_FACTOR, PURPOSE])?.nonce ?? null;

/** The same, or a new one, which a transaction may store before `rememberDevice` sends it. */
export const markFor = (ctx: Pick<Context, 'keys' | 'request'>, userId: string): string =>
  markOf(ctx, userId) ?? newMark();

const newMark = (): string => randomBytes(16).toString('base64url');

export function rememberDevice(
  ctx: Marking,
  owner: Owner,
  { byFactor, mark = markFor(ctx, owner.id) }: { byFactor: boolean; mark?: string },
): void {
  send(ctx, byFactor ? PURPOSE_BY_FACTOR : PURPOSE, owner.id, mark, withPassword(owner, mark));
}

/** The bucket of wrong passwords in a known browser. */
export const guessesIn = (userId: string, device: string): string => `password:${userId}:${device}`;

/**
 * With a new password, in its transaction: this browser waits no more for wrong passwords that somebody gave with a copy of its mark. From
 * now on the copy is a 'former' one.
 */
export async function forgetGuesses(
  tx: Tx,
  ctx: Pick<Context, 'keys' | 'request'>,
  userId: string,
): Promise<void> {
  const mark = markOf(ctx, userId);
  if (mark === null) return;
  const { attempts } = tx.tables;
  await tx.delete(attempts).where(eq(attempts.bucket, guessesIn(userId, mark)));
}

/** Signs the browser's mark again, if it has one, for a new password. */
export function renewMark(ctx: Marking, owner: Owner): void {
  const { keys, request } = ctx;
  const byFactor = findMark(keys, request.deviceToken, owner.id, [PURPOSE_BY_FACTOR]) !== null;
  const mark = markOf(ctx, owner.id);
  if (mark !== null) rememberDevice(ctx, owner, { byFactor, mark });
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
    findMark(keys, request.deviceToken, subject, [PURPOSE_BY_RECOVERY]),
  );
  return marks.find((mark) => mark !== null)?.nonce ?? null;
}

type Marking = Pick<Context, 'keys' | 'request' | 'cookies'>;
type Recovering = Pick<Context, 'keys' | 'request' | 'clock'>;

/** Names the user in this hour, and in the one before. */
function recentHours({ clock }: Pick<Context, 'clock'>, userId: string): [string, string] {
  const hour = Math.floor(clock.real().getTime() / 3_600_000);
  return [`${userId}:${hour}`, `${userId}:${hour - 1}`];
}

function send(
  { keys, request, cookies }: Marking,
  purpose: string,
  subject: string,
  nonce: string,
  password?: string,
): void {
  const others = marksOf(request.deviceToken).filter((other) => other.split('.')[0] !== nonce);
  const { keyId, mac } = keys.sign(purpose, `${subject}:${nonce}`);
  const parts = [nonce, keyId, mac, ...(password ? [keys.sign(PURPOSE_PASSWORD, password).mac] : [])];
  const value = [parts.join('.'), ...others].slice(0, MAX_MARKS).join('~');
  cookies.set('device', value, { maxAgeSeconds: DEVICE_COOKIE_SECONDS });
}

const marksOf = (deviceToken: string | null): string[] =>
  (deviceToken ?? '').split('~', MAX_MARKS).filter((mark) => MARK.test(mark));
