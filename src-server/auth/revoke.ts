import { and, eq, isNull, ne } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { DEVICE_TRUST_SECONDS, FREEZE_LINK_SECONDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { endDevicesSince } from './devices/end-device.ts';
import { endPasskeysSince } from './passkeys/end.ts';
import { type Renewal, renewSession } from './session.ts';
import { stopPaymentsOf, stopWaitingPayments } from './stop-payments.ts';

/**
 * `except` stays and gets a new token, so that copies of its cookie end. Lock the user's row first. Returns the public ids of those that
 * ended. Refuses UNAUTHENTICATED.
 */
export async function endAllSessions(
  tx: Tx,
  userId: string,
  { except }: { except?: Renewal | null } = {},
): Promise<string[]> {
  const { sessions } = tx.tables;
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), except ? ne(sessions.id, except.session.id) : undefined))
    .returning({ publicId: sessions.publicId });
  if (except) await renewSession(tx, except);
  return ended.map(({ publicId }) => publicId);
}

/** `at` is real time; returns the ids of those that were open. */
export async function revokeAllTokens(tx: Tx, userId: string, at: Date): Promise<string[]> {
  const { accessTokens } = tx.tables;
  const revoked = await tx
    .update(accessTokens)
    .set({ revokedAt: at })
    .where(and(eq(accessTokens.userId, userId), isNull(accessTokens.revokedAt)))
    .returning({ id: accessTokens.id });
  return revoked.map(({ id }) => id);
}

type EndedAccess = {
  endedSessions: number;
  revokedTokens: number;
  endedPasskeys?: number;
  endedDevices?: number;
  stoppedPayments?: number;
};

/**
 * Passkeys and devices that are ended, as whoever is shut out may have added them: those that do not count yet (`new`), those added after a
 * moment, or all.
 */
export type EndedKeys = 'new' | Date | 'all';

function addedAfter(at: Date, keys: EndedKeys | undefined): Date | null {
  if (keys === undefined || keys === 'all') return null;
  return keys === 'new' ? secondsAfter(at, -DEVICE_TRUST_SECONDS) : keys;
}

type Ending = { at: Date; except?: Renewal | null; keys?: EndedKeys; keepsPasskeysUntil?: Date | null };

/**
 * Until when passkeys are kept by a link that undoes what was done at `doneAt`: whoever did it may have added one shortly before. Older ones
 * stay, else the mailbox alone would end them.
 */
export const keptPasskeys = (doneAt: Date): Date => secondsAfter(doneAt, -FREEZE_LINK_SECONDS);

/**
 * Ends all access by old credentials; `except` gets a new token. With `keys`, all payments that wait or are reviewed are given back too, else those that what ends had asked for.
 * `keepsPasskeysUntil`: those added until then stay. Moments are real time. Returns the counts for the audit row. Refuses UNAUTHENTICATED.
 */
export async function endAllAccess(
  tx: Tx,
  userId: string,
  { at, except, keys, keepsPasskeysUntil = null }: Ending,
): Promise<EndedAccess> {
  const { loginChallenges, passwordResets } = tx.tables;
  const after = addedAfter(at, keys);
  // Devices before their sessions, as everywhere else: two orders could deadlock.
  const endedDevices = keys ? await endDevicesSince(tx, userId, at, after) : 0;
  // Pending sign-ins first: one completing now has its session ended below.
  await tx.delete(loginChallenges).where(eq(loginChallenges.userId, userId));
  const endedSessions = await endAllSessions(tx, userId, { except: except ?? null });
  const revokedTokens = await revokeAllTokens(tx, userId, at);
  await tx
    .update(passwordResets)
    .set({ usedAt: at })
    .where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt)));
  const endedPasskeys = keys ? await endPasskeysSince(tx, userId, at, after ?? keepsPasskeysUntil) : 0;
  const stopped = keys
    ? await stopWaitingPayments(tx, userId, at)
    : await stopPaymentsOf(tx, userId, [...endedSessions, ...revokedTokens], at);
  return {
    endedSessions: endedSessions.length,
    revokedTokens: revokedTokens.length,
    ...stopped,
    ...((endedPasskeys > 0 || keys === 'all') && { endedPasskeys }),
    ...((endedDevices > 0 || keys === 'all') && { endedDevices }),
  };
}
