import { hash, randomBytes } from 'node:crypto';
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import { type Adapter, Lucia } from 'lucia';
import type { Tx } from '#db/db';
import type { Tables } from '#db/schema';
import { isPasskeyTrusted } from '#domain/auth/passkey';
import { SESSION_LIMITS, SESSION_TOUCH_SECONDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { refuse } from '#domain/refusal';
import { among, anyOf, idList } from '#server/kernel/any-of';
import type { Actor, Bank, Context, SignedInSession, SignedInUser } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { readTogether } from '#server/kernel/read-together';
import { rememberDevice } from './device.ts';
import { type MarkOf, noteFirstDevice } from './devices/first-device.ts';
import { noteUse, type WriteUses } from './note-use.ts';
import type { UserRow } from './user-answer.ts';

type SessionRow = Tables['sessions']['$inferInsert'];

declare module 'lucia' {
  interface Register {
    Lucia: Lucia;
    DatabaseSessionAttributes: Omit<SessionRow, 'id' | 'userId'>;
  }
}

const TOKEN = /^[\w-]{43}$/;
const CLOCK_CORRECTION_SECONDS = 600;

/** 32 random bytes; the database stores the SHA-256. */
export const newSessionToken = (): string => randomBytes(32).toString('base64url');

const hashOf = (token: string): string => hash('sha256', token);

/**
 * `byFactor`: the second factor was given. `mark`: of the browser, which `setSessionCookies` sends. `passkeyId`: the passkey
 * that signed in. `isUnproven`: by a passkey that does not count yet, so that the session begins without a proof.
 */
type Opening = { byFactor?: boolean; mark?: string; passkeyId?: string; isUnproven?: boolean };

/**
 * Replaces the browser's previous sessions, also one whose cookie it has no more: whoever copied that may have renewed it for themselves.
 * `setSessionCookies` sends the cookie after the commit.
 */
export async function openSession(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'request' | 'session'>,
  user: Actor,
  token: string,
  { byFactor = false, mark, passkeyId, isUnproven = false }: Opening = {},
): Promise<{ publicId: string }> {
  const { idleSeconds, absoluteSeconds } = SESSION_LIMITS[user.role];
  const now = ctx.clock.real();
  const publicId = newId();
  const lucia = luciaOver(tx);
  if (ctx.session) await lucia.invalidateSession(ctx.session.id);
  if (mark !== undefined) await endSessionsOf(tx, { userId: user.id, mark });
  const attributes = {
    publicId,
    expiresAt: secondsAfter(now, idleSeconds),
    absoluteExpiresAt: secondsAfter(now, absoluteSeconds),
    createdAt: now,
    lastSeenAt: now,
    ip: ctx.request.ip,
    userAgent: ctx.request.userAgent,
    passwordProvenAt: isUnproven ? null : now,
    factorProvenAt: byFactor ? now : null,
    mark: mark ?? null,
    deviceId: mark === undefined ? null : await noteFirstDevice(tx, { userId: user.id, mark }, now),
    passkeyId: passkeyId ?? null,
  };
  await lucia.createSession(user.id, attributes, { sessionId: hashOf(token) });
  return { publicId };
}

async function endSessionsOf(tx: Tx, { userId, mark }: MarkOf): Promise<void> {
  const { sessions } = tx.tables;
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), eq(sessions.mark, mark)));
}

/** Sets the session's and the known device's cookie. */
export function setSessionCookies(
  ctx: Context,
  user: Actor & Pick<UserRow, 'passwordHash'>,
  token: string,
  { byFactor = false, ...mark }: Opening = {},
): void {
  ctx.cookies.set('session', token, { maxAgeSeconds: SESSION_LIMITS[user.role].absoluteSeconds });
  rememberDevice(ctx, user, { byFactor, ...mark });
}

/** A session and its next token, made before the transaction. `proven`: changed proof times. */
export type Renewal = {
  session: SignedInSession;
  token: string;
  proven?: { passwordProvenAt?: Date; factorProvenAt?: Date | null };
};

export const newRenewal = (session: SignedInSession): Renewal => ({ session, token: newSessionToken() });

/** Copies of the old cookie end. `setRenewedCookie` sends the new one after the commit. Refuses UNAUTHENTICATED. */
export async function renewSession(tx: Tx, { session, token, proven }: Renewal): Promise<void> {
  const { sessions } = tx.tables;
  const renewed = await tx
    .update(sessions)
    // Noting this request's use may come too late: it updates the row of the old token.
    .set({ ...proven, id: hashOf(token), expiresAt: session.expiresAt })
    .where(eq(sessions.id, session.id))
    .returning({ id: sessions.id });
  if (renewed.length === 0) refuse('UNAUTHENTICATED');
}

export function setRenewedCookie(ctx: Pick<Context, 'clock' | 'cookies'>, { session, token }: Renewal): void {
  const leftMs = session.absoluteExpiresAt.getTime() - ctx.clock.real().getTime();
  ctx.cookies.set('session', token, { maxAgeSeconds: Math.max(1, Math.floor(leftMs / 1000)) });
}

/** Sessions of active users. */
const sessionRow = readTogether(
  (db, ids) =>
    db
      .prepared('auth.sessions', (on, { devices, passkeys, sessions, users }) =>
        on
          .select({
            id: sessions.id,
            publicId: sessions.publicId,
            createdAt: sessions.createdAt,
            expiresAt: sessions.expiresAt,
            absoluteExpiresAt: sessions.absoluteExpiresAt,
            lastSeenAt: sessions.lastSeenAt,
            passwordProvenAt: sessions.passwordProvenAt,
            factorProvenAt: sessions.factorProvenAt,
            openedBy: sessions.passkeyId,
            passkeyId: passkeys.id,
            passkeySince: passkeys.createdAt,
            deviceId: devices.id,
            deviceTrustedFrom: devices.trustedFrom,
            userId: users.id,
            fullName: users.fullName,
            role: users.role,
          })
          .from(sessions)
          .innerJoin(users, eq(users.id, sessions.userId))
          .leftJoin(devices, and(eq(devices.id, sessions.deviceId), isNull(devices.endedAt)))
          .leftJoin(passkeys, and(eq(passkeys.id, sessions.passkeyId), isNull(passkeys.endedAt)))
          .where(and(anyOf(on, sessions.id, 'ids'), eq(users.isActive, true))),
      )
      .execute({ ids: idList(db, ids) }),
  ({ id }) => id,
);

/** Null if unknown, expired (real time) or deactivated. Its use extends the idle time, at most once a minute. */
export async function findSession(
  bank: Pick<Bank, 'db' | 'clock' | 'log'>,
  token: string,
  { isUse = true } = {},
): Promise<{ user: SignedInUser; session: SignedInSession } | null> {
  if (!TOKEN.test(token)) return null;
  const now = bank.clock.real();
  const row = await sessionRow(bank.db, hashOf(token));
  if (!row || row.expiresAt <= now || row.absoluteExpiresAt <= now || isOfTheFuture(row, now)) return null;
  const {
    id,
    publicId,
    createdAt,
    absoluteExpiresAt,
    passwordProvenAt,
    factorProvenAt,
    userId,
    fullName,
    role,
  } = row;
  const { deviceId, deviceTrustedFrom, passkeySince } = row;
  const device = deviceId && deviceTrustedFrom ? { id: deviceId, trustedFrom: deviceTrustedFrom } : null;
  const isTrusted = passkeySince !== null && isPasskeyTrusted(passkeySince, now);
  const passkeyId = isTrusted ? row.passkeyId : null;
  const isFresh = row.lastSeenAt > secondsAfter(now, -SESSION_TOUCH_SECONDS);
  const expiresAt =
    isFresh || !isUse ? row.expiresAt : moveIdleEnd(bank, { id, role, absoluteExpiresAt }, now);
  return {
    user: { id: userId, fullName, role },
    session: {
      id,
      publicId,
      createdAt,
      expiresAt,
      absoluteExpiresAt,
      passwordProvenAt,
      factorProvenAt,
      device,
      passkeyId,
      isByNewPasskey: row.openedBy !== null && !isTrusted,
    },
  };
}

/** Last used while the clock was ahead. Allows ten minutes for clock corrections. */
function isOfTheFuture({ role, expiresAt }: { role: Actor['role']; expiresAt: Date }, now: Date): boolean {
  return expiresAt > secondsAfter(now, SESSION_LIMITS[role].idleSeconds + CLOCK_CORRECTION_SECONDS);
}

/** By its public id: the token, whose hash is its id, may have been renewed meanwhile. Returns whether it was open. */
export async function endSession(tx: Tx, { publicId }: Pick<SignedInSession, 'publicId'>): Promise<boolean> {
  const { sessions } = tx.tables;
  const ended = await tx
    .delete(sessions)
    .where(eq(sessions.publicId, publicId))
    .returning({ id: sessions.id });
  return ended.length > 0;
}

function moveIdleEnd(
  bank: Pick<Bank, 'db' | 'log'>,
  session: { id: string; role: Actor['role']; absoluteExpiresAt: Date },
  now: Date,
): Date {
  const idleEnd = secondsAfter(now, SESSION_LIMITS[session.role].idleSeconds);
  const expiresAt = idleEnd < session.absoluteExpiresAt ? idleEnd : session.absoluteExpiresAt;
  noteUse(bank, { id: session.id, at: now, write: MOVE_IDLE_ENDS[session.role] });
  return expiresAt;
}

const movesIdleEnds =
  (role: Actor['role']): WriteUses =>
  (tx, ids, at) => {
    const { sessions } = tx.tables;
    const idleEnd = secondsAfter(at, SESSION_LIMITS[role].idleSeconds);
    const expiresAt = sql`case when ${lt(sessions.absoluteExpiresAt, idleEnd)} then ${sessions.absoluteExpiresAt}
      else ${sql.param(idleEnd, sessions.expiresAt)} end`;
    return tx
      .update(sessions)
      .set({ lastSeenAt: at, expiresAt })
      .where(among(tx, sessions.id, ids));
  };

const MOVE_IDLE_ENDS = { cliente: movesIdleEnds('cliente'), admin: movesIdleEnds('admin') };

/** Lucia would use the machine's clock and two queries per lookup: times come as attributes, `findSession` looks up. */
function luciaOver(tx: Tx): Lucia {
  const { sessions } = tx.tables;
  const unused = async (): Promise<never> => {
    throw new Error('not supported: findSession looks up and extends sessions');
  };
  const adapter: Adapter = {
    async setSession({ id, userId, attributes }) {
      await tx.insert(sessions).values({ ...attributes, id, userId });
    },
    async deleteSession(id) {
      await tx.delete(sessions).where(eq(sessions.id, id));
    },
    async deleteUserSessions(userId) {
      await tx.delete(sessions).where(eq(sessions.userId, userId));
    },
    getSessionAndUser: unused,
    getUserSessions: unused,
    updateSessionExpiration: unused,
    deleteExpiredSessions: unused,
  };
  return new Lucia(adapter);
}
