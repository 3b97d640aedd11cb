import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/db';
import { ATTEMPT_LIMITS, type AttemptKind, WRONG_PASSWORDS } from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { refuse } from '#domain/refusal';
import type { SharedKind } from '#domain/sessions-in-limits';
import type { WhoOf } from '#server/access/caller-share';
import type { Bank, Context } from '#server/kernel/context';
import { sharedNetworkOf } from '#server/kernel/network';
import { atAddress } from './at-address.ts';
import { countInWindow, giveBack, secondsBetween, uncount, waitWhileFull } from './attempt-window.ts';

export type Attempting = Pick<Bank, 'db' | 'clock'>;

type Window = [kind: Exclude<AttemptKind, SharedKind>, who: string];

/** What a guess counts in. `account`: wrong passwords, with growing waits; `wrong`: the same in windows; `right`: correct ones. */
export type Guess = { account: string; wrong: Window[]; right: Window[]; caller: QueuedCaller };

/** `who`: a known user, or the network of a stranger. */
type QueuedCaller = { who: string; network: string; isKnown: boolean };

/** Shows `password.ts` that the call was counted, and who it queues for. Valid for the few hashes of one call. */
class CountedCall {
  readonly #caller: QueuedCaller;
  constructor(caller: QueuedCaller) {
    this.#caller = caller;
  }
  get caller(): QueuedCaller {
    return this.#caller;
  }
}
export type Counted = CountedCall;

type Caller = Pick<Context, 'db' | 'clock' | 'request' | 'user'>;

const callerAt = (ip: string, known?: string): QueuedCaller => {
  const network = sharedNetworkOf(ip);
  return { who: known ?? network, network, isKnown: known !== undefined };
};

/** Counts a call before it hashes, at the address too. `known`: the device's user, by default the signed-in one. `hashes`: weight. */
export async function countHashing<Kind extends AttemptKind>(
  ctx: Caller,
  kind: Kind,
  who: WhoOf<Kind>,
  { known = ctx.user?.id, hashes = 1 }: { known?: string | undefined; hashes?: number } = {},
): Promise<{ count: number; counted: Counted }> {
  const address = atAddress(kind, ctx.request.ip);
  // First, so that what the address refuses uses up nothing of `who`.
  for (const window of address) await refuseWhileFull(ctx, ...window);
  const count = await countAttempt(ctx, kind, who, hashes);
  for (const window of address) await countAttempt(ctx, ...window, hashes);
  return { count, counted: new CountedCall(callerAt(ctx.request.ip, known)) };
}

/** Hashing at the bank's own machine is not counted. */
export const atTheMachine = (): Counted => new CountedCall({ who: 'local', network: 'local', isKnown: true });

/**
 * Counts an attempt of `who` (a session, a user's name or an address) in its own commit, before it is made, so that concurrent ones count.
 * Refuses TOO_MANY_ATTEMPTS with the seconds to wait.
 */
export async function countAttempt<Kind extends AttemptKind>(
  bank: Attempting,
  kind: Kind,
  who: WhoOf<Kind>,
  weight = 1,
): Promise<number> {
  const now = bank.clock.real();
  const { count, waitSeconds } = await bank.db.transaction((tx) => countInWindow(tx, kind, who, now, weight));
  refuseIfWaiting(waitSeconds);
  return count;
}

/** Refuses TOO_MANY_ATTEMPTS at the limit without counting, for callers that do not know the weight yet. */
export async function refuseWhileFull<Kind extends AttemptKind>(
  bank: Attempting,
  kind: Kind,
  who: WhoOf<Kind>,
): Promise<void> {
  const now = bank.clock.real();
  refuseIfWaiting(await bank.db.transaction((tx) => waitWhileFull(tx, kind, who, now)));
}

/** Adds `weight`, at most the kind's maximum, and returns the sum of the window: the maximum or more when full. */
export async function sumInWindow<Kind extends AttemptKind>(
  tx: Tx,
  { clock }: Pick<Bank, 'clock'>,
  kind: Kind,
  who: WhoOf<Kind>,
  weight: number,
): Promise<number> {
  const bounded = Math.min(weight, ATTEMPT_LIMITS[kind].max);
  return (await countInWindow(tx, kind, who, clock.real(), bounded)).count;
}

/** For what answers less at the limit instead of refusing. */
export async function isFull<Kind extends AttemptKind>(
  { db, clock }: Attempting,
  kind: Kind,
  who: WhoOf<Kind>,
): Promise<boolean> {
  return (await db.transaction((tx) => waitWhileFull(tx, kind, who, clock.real()))) !== null;
}

export async function countInTransaction<Kind extends AttemptKind>(
  tx: Tx,
  { clock }: Pick<Bank, 'clock'>,
  kind: Kind,
  who: WhoOf<Kind>,
): Promise<void> {
  const { waitSeconds } = await countInWindow(tx, kind, who, clock.real());
  refuseIfWaiting(waitSeconds);
}

/** False: the kind is used up, and nothing was counted. */
export async function isCounted<Kind extends AttemptKind>(
  tx: Tx,
  { clock }: Pick<Bank, 'clock'>,
  kind: Kind,
  who: WhoOf<Kind>,
): Promise<boolean> {
  return (await countInWindow(tx, kind, who, clock.real())).waitSeconds === null;
}

/** Uncounts a success where only failures are limited. */
export async function forgiveAttempt<Kind extends AttemptKind>(
  tx: Tx,
  kind: Kind,
  who: WhoOf<Kind>,
): Promise<void> {
  await uncount(tx, kind, who);
}

/** Counts a guess before it is verified; beyond the free ones each wait doubles. Refuses TOO_MANY_ATTEMPTS. */
export async function countGuess(
  bank: Attempting,
  { account, wrong, right, caller }: Guess,
): Promise<Counted> {
  const now = bank.clock.real();
  const waitSeconds = await bank.db.transaction(async (tx) => {
    // A refused guess uses up nothing that others at the address share.
    for (const [kind, who] of [...right, ...wrong]) {
      const full = await waitWhileFull(tx, kind, who, now);
      if (full !== null) return full;
    }
    // The windows first: one lock order for guesses that share these rows.
    for (const [kind, who] of wrong) {
      const { waitSeconds } = await countInWindow(tx, kind, who, now);
      if (waitSeconds !== null) return waitSeconds;
    }
    const blockedSeconds = await countWithDelay(tx, account, now);
    // Otherwise one browser could use up those of all others of its user, without a hash.
    if (blockedSeconds !== null)
      for (const window of wrong.filter(([kind]) => kind !== 'address')) await uncount(tx, ...window);
    return blockedSeconds;
  });
  refuseIfWaiting(waitSeconds);
  return new CountedCall(caller);
}

/** Resets the account's count and counts the success, in the login's transaction. Refuses TOO_MANY_ATTEMPTS. */
export async function acceptGuess(
  tx: Tx,
  bank: Pick<Bank, 'clock'>,
  { account, wrong, right }: Guess,
): Promise<void> {
  const { attempts } = tx.tables;
  for (const window of wrong) await uncount(tx, ...window);
  await tx.delete(attempts).where(eq(attempts.bucket, account));
  for (const [kind, who] of right) await countInTransaction(tx, bank, kind, who);
}

type Guessing = Pick<Context, 'env' | 'request'>;

/** Of a browser that the user is not known by. `user` null: unknown document. */
export const strangersGuess = ({ env, request }: Guessing, account: string, user: string | null): Guess => ({
  account,
  wrong: [['address', request.ip]],
  right: [signInsAt({ env, request }), ...(user === null ? [] : [['signIn', user] satisfies Window])],
  caller: callerAt(request.ip),
});

/**
 * In the user's own session or known browser: what strangers at the address give wrong does not count. `where`: counts passwords apart from those
 * of whoever else knows the right one, and resets the account's count with it. `address`: those of all users there, right and wrong.
 */
export const ownGuess = (
  { request }: Pick<Context, 'request'>,
  { account, user, where, address }: { account: string; user: string; where: string; address: Window[] },
): Guess => ({
  account,
  wrong: [...address, ['knownGuess', where]],
  right: [...address, ['signIn', where]],
  caller: callerAt(request.ip, user),
});

/** Proofs in sessions, of which a home has many: apart from sign-ins, which they would keep from the others there. */
export const proofsAt = ({ ip }: Pick<Context['request'], 'ip'>): Window[] => atAddress('hash', ip);

export const signInsAt = ({ env, request }: Guessing): Window => [
  env.isProduction ? 'signInAddress' : 'signInAddressOutsideProduction',
  request.ip,
];

/** Uncounts an attempt that could not be verified. */
export async function withdrawAttempt<Kind extends AttemptKind>(
  bank: Attempting,
  kind: Kind,
  who: WhoOf<Kind>,
): Promise<void> {
  await bank.db.transaction((tx) => forgiveAttempt(tx, kind, who));
}

export async function withdrawGuess(bank: Attempting, { account, wrong }: Guess): Promise<void> {
  await bank.db.transaction(async (tx) => {
    for (const window of wrong) await uncount(tx, ...window);
    await giveBack(tx, account);
  });
}

export function refuseIfWaiting(waitSeconds: number | null): void {
  if (waitSeconds !== null)
    refuse('TOO_MANY_ATTEMPTS', { retryAfterSeconds: Math.max(1, Math.ceil(waitSeconds)) });
}

/** Counts a wrong password, or returns the seconds to wait. Resets after a quiet day. */
async function countWithDelay(tx: Tx, bucket: string, now: Date): Promise<number | null> {
  const { free, maxDelaySeconds, forgetAfterSeconds } = WRONG_PASSWORDS;
  const { attempts } = tx.tables;
  const cutoff = sql.param(secondsAfter(now, -forgetAfterSeconds), attempts.windowStartedAt);
  const [counted] = await tx
    .insert(attempts)
    .values({ bucket, count: 1, windowStartedAt: now, blockedUntil: null })
    .onConflictDoUpdate({
      target: attempts.bucket,
      set: {
        count: sql`case when ${attempts.windowStartedAt} <= ${cutoff} then 1 else ${attempts.count} + 1 end`,
        windowStartedAt: now,
        blockedUntil: null,
      },
      setWhere: sql`${attempts.blockedUntil} is null or ${attempts.blockedUntil} <= ${sql.param(now, attempts.blockedUntil)}`,
    })
    .returning({ count: attempts.count });
  if (!counted) {
    return waitWhileBlocked(tx, bucket, now);
  }
  if (counted.count > free) {
    const delaySeconds = Math.min(2 ** (counted.count - free - 1), maxDelaySeconds);
    await tx
      .update(attempts)
      .set({ blockedUntil: secondsAfter(now, delaySeconds) })
      .where(eq(attempts.bucket, bucket));
  }
  return null;
}

async function waitWhileBlocked(tx: Tx, bucket: string, now: Date): Promise<number> {
  const { attempts } = tx.tables;
  const [blocked] = await tx
    .select({ until: attempts.blockedUntil, from: attempts.windowStartedAt })
    .from(attempts)
    .where(eq(attempts.bucket, bucket));
  if (!blocked?.until) return 1;
  if (blocked.from <= now) return secondsBetween(now, blocked.until);
  const waitSeconds = secondsBetween(blocked.from, blocked.until);
  await tx
    .update(attempts)
    .set({ windowStartedAt: now, blockedUntil: secondsAfter(now, waitSeconds) })
    .where(eq(attempts.bucket, bucket));
  return waitSeconds;
}
