import { createHash, randomBytes } from 'node:crypto';
import { and, eq, lte, or, sql } from 'drizzle-orm';
import { type Adapter, Lucia } from 'lucia';
import type { Tx } from '#db/db';
import type { Tables } from '#db/schema';
import { SESSION_LIMITS, SESSION_TOUCH_SECONDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { refuse } from '#domain/refusal';
import type { Actor, Bank, Context, SignedInSession, SignedInUser } from '#server/kernel/context';
import { newId } from '#server/kernel/id';
import { rememberDevice } from './device.ts';
import { noteUse } from './note-use.ts';

type SessionRow = Tables['sessions']['$inferInsert'];

declare module 'lucia' {
  interface Register {
    Lucia: Lucia;
    DatabaseSessionAttributes: Omit<SessionRow, 'id' | 'userId'>;
  }
}

const TOKEN = /^[\w-]{43}$/;
const CLOCK_PUT_RIGHT_SECONDS = 600;

/** A token to be kept in the cookie: 32 random bytes. The database only ever sees its SHA-256. */
export const newSessionToken = (): string => randomBytes(32).toString('base64url');

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/**
 * Opens a session for the token, made before the transaction; in the commit of whatever opened it, and in place of the one
 * that the browser had. The password has just been given; `byFactor`: the second factor, too. `handOver` gives the token to
 * the browser once that commit is done.
 */
export async function openSession(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'request' | 'session'>,
  user: Actor,
  token: string,
  { byFactor = false } = {},
): Promise<{ publicId: string }> {
  const { idleSeconds, absoluteSeconds } = SESSION_LIMITS[user.role];
  const now = ctx.clock.real();
  const publicId = newId();
  const lucia = luciaOver(tx);
  if (ctx.session) await lucia.invalidateSession(ctx.session.id);
  const attributes = {
    publicId,
    expiresAt: secondsAfter(now, idleSeconds),
    absoluteExpiresAt: secondsAfter(now, absoluteSeconds),
    createdAt: now,
    lastSeenAt: now,
    ip: ctx.request.ip,
    userAgent: ctx.request.userAgent,
    passwordProvenAt: now,
    factorProvenAt: byFactor ? now : null,
  };
  await lucia.createSession(user.id, attributes, { sessionId: hashOf(token) });
  return { publicId };
}

/** Sets the cookies of a session that was opened: its token, and the mark of a known device. */
export function handOver(ctx: Context, user: Actor, token: string, { byFactor = false } = {}): void {
  ctx.cookies.set('session', token, { maxAgeSeconds: SESSION_LIMITS[user.role].absoluteSeconds });
  rememberDevice(ctx, user.id, { byFactor });
}

/**
 * The session that somebody is in, and the token that it goes on under; made before the transaction. `proven`: when password
 * and second factor were given in it, as far as that changes; null takes the factor away.
 */
export type Renewal = {
  session: SignedInSession;
  token: string;
  proven?: { passwordProvenAt?: Date; factorProvenAt?: Date | null };
};

export const newRenewal = (session: SignedInSession): Renewal => ({ session, token: newSessionToken() });

/**
 * Gives a session its other token: a copy of the former one, wherever it is, opens nothing from this commit on.
 * `handOverRenewed` gives it to the browser once that commit is done. Refuses UNAUTHENTICATED when the session has ended, or
 * was renewed, meanwhile.
 */
export async function renewSession(tx: Tx, { session, token, proven }: Renewal): Promise<void> {
  const { sessions } = tx.tables;
  const renewed = await tx
    .update(sessions)
    // The use that this request is may be noted too late: under the former token there is no session any more.
    .set({ ...proven, id: hashOf(token), expiresAt: session.expiresAt })
    .where(eq(sessions.id, session.id))
    .returning({ id: sessions.id });
  if (renewed.length === 0) refuse('UNAUTHENTICATED');
}

/** Sets the cookie of a session whose token was renewed; it ends when it would have ended. */
export function handOverRenewed(ctx: Pick<Context, 'clock' | 'cookies'>, { session, token }: Renewal): void {
  const leftMs = session.absoluteExpiresAt.getTime() - ctx.clock.real().getTime();
  ctx.cookies.set('session', token, { maxAgeSeconds: Math.max(1, Math.floor(leftMs / 1000)) });
}

/**
 * The open session of a token and whose it is, or null: no such session, expired (idle or absolute, in real time), or its
 * user deactivated. Being a use of it (unless said otherwise) moves the idle end on, at most once a minute.
 */
export async function findSession(
  bank: Pick<Bank, 'db' | 'clock' | 'log'>,
  token: string,
  { isUse = true } = {},
): Promise<{ user: SignedInUser; session: SignedInSession } | null> {
  if (!TOKEN.test(token)) return null;
  const now = bank.clock.real();
  const [row] = await bank.db
    .prepared('auth.session', (on, { sessions, users }) =>
      on
        .select({
          id: sessions.id,
          publicId: sessions.publicId,
          expiresAt: sessions.expiresAt,
          absoluteExpiresAt: sessions.absoluteExpiresAt,
          lastSeenAt: sessions.lastSeenAt,
          passwordProvenAt: sessions.passwordProvenAt,
          factorProvenAt: sessions.factorProvenAt,
          userId: users.id,
          fullName: users.fullName,
          role: users.role,
        })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(and(eq(sessions.id, sql.placeholder('id')), eq(users.isActive, true))),
    )
    .execute({ id: hashOf(token) });
  if (!row || row.expiresAt <= now || row.absoluteExpiresAt <= now || isOfTheFuture(row, now)) return null;
  const { id, publicId, absoluteExpiresAt, passwordProvenAt, factorProvenAt, userId, fullName, role } = row;
  const isFresh = row.lastSeenAt > secondsAfter(now, -SESSION_TOUCH_SECONDS);
  const expiresAt =
    isFresh || !isUse ? row.expiresAt : moveIdleEnd(bank, { id, role, absoluteExpiresAt }, now);
  return {
    user: { id: userId, fullName, role },
    session: { id, publicId, expiresAt, absoluteExpiresAt, passwordProvenAt, factorProvenAt },
  };
}

/**
 * Whether a session's idle end is further away than any is given: it was last used while the machine's clock was ahead, and
 * would live on until then. Ten minutes are left to clocks that are put right.
 */
function isOfTheFuture({ role, expiresAt }: { role: Actor['role']; expiresAt: Date }, now: Date): boolean {
  return expiresAt > secondsAfter(now, SESSION_LIMITS[role].idleSeconds + CLOCK_PUT_RIGHT_SECONDS);
}

/** Ends the session: its token opens nothing from this commit on. */
export async function endSession(tx: Tx, session: SignedInSession): Promise<void> {
  await luciaOver(tx).invalidateSession(session.id);
}

/** Deletes the sessions that have expired. */
export async function deleteExpiredSessions(bank: Pick<Bank, 'db' | 'clock'>): Promise<void> {
  const now = bank.clock.real();
  await bank.db.transaction(async (tx) => {
    const { sessions } = tx.tables;
    await tx.delete(sessions).where(or(lte(sessions.expiresAt, now), lte(sessions.absoluteExpiresAt, now)));
  });
}

function moveIdleEnd(
  bank: Pick<Bank, 'db' | 'log'>,
  session: { id: string; role: Actor['role']; absoluteExpiresAt: Date },
  now: Date,
): Date {
  const idleEnd = secondsAfter(now, SESSION_LIMITS[session.role].idleSeconds);
  const expiresAt = idleEnd < session.absoluteExpiresAt ? idleEnd : session.absoluteExpiresAt;
  noteUse(bank, session.id, async (tx) => {
    const { sessions } = tx.tables;
    await tx.update(sessions).set({ expiresAt, lastSeenAt: now }).where(eq(sessions.id, session.id));
  });
  return expiresAt;
}

/**
 * Lucia over one transaction: it makes and ends sessions. It would date them by the machine's clock and find them in two
 * queries, so the moments come with the attributes (the bank's real clock) and `findSession` asks for itself.
 */
function luciaOver(tx: Tx): Lucia {
  const { sessions } = tx.tables;
  const unused = async (): Promise<never> => {
    throw new Error('sessions are found by findSession and moved on there');
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
