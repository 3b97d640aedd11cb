import type { Db, Reader, Tx } from '#db/db';
import type { Role } from '#domain/auth/role';
import type { ContractType } from '#domain/contract/words';
import type { AskedBy } from '#domain/protection/words';
import type { Clock } from '#server/kernel/clock';
import type { Env } from '#server/kernel/env';
import type { KeyRing } from '#server/kernel/keys';
import type { Log } from '#server/kernel/log';
import type { Provider } from '#server/provider/client';
import type { CookieJar } from './cookie-jar.ts';

/**
 * Must be safe to repeat after an interruption. `mayWait`: may be left to the last of several days run at once. `stopsNothing`: a fault
 * in it keeps no later step or day from running, since its next run makes up for it.
 */
export type DailyStep = {
  name: string;
  mayWait?: (day: string) => boolean;
  stopsNothing?: true;
  run: (bank: Bank, day: string) => Promise<void>;
};

/** A feature's data about a user, as they may read it: no hashes, no secrets, no other people's data. */
export type PersonalData = {
  name: string;
  pages: (db: Reader, userId: string) => AsyncIterable<readonly Record<string, unknown>[]>;
};

export type Registry = {
  pendingApprovals: ((db: Reader) => Promise<number>)[];
  closureObstacles: ((tx: Tx, userId: string) => Promise<string[]>)[];
  /** For the copy of all data: pages of rows under a name, newest first. */
  personalData: PersonalData[];
  /** What a signature triggers, by kind of contract, inside the signing transaction. */
  contractSigned: Partial<
    Record<ContractType, (tx: Tx, ctx: SignedInContext, contract: SignedContract) => Promise<void>>
  >;
  dailySteps: DailyStep[];
};

export type SignedContract = { id: string; userId: string; relatedId: string; signedAt: Date };

export type Bank = {
  db: Db;
  clock: Clock;
  env: Env;
  keys: KeyRing;
  log: Log;
  registry: Registry;
  /** Never called inside a transaction. */
  provider: Provider;
};

/** `ip`: the peer's, or the forwarded one if TRUST_PROXY trusts it. */
export type RequestInfo = {
  id: string;
  ip: string;
  userAgent: string;
  deviceToken: string | null;
  challengeToken: string | null;
  sessionToken: string | null;
  /** From `Authorization: Bearer …`; when present, cookies are ignored. */
  bearerToken: string | null;
};

export type Actor = { id: string; fullName: string; role: Role };

export type SignedInUser = Actor;

/** `id`: hash of the token; `publicId`: what the owner sees. Proof times are real time; null: never. */
export type SignedInSession = {
  id: string;
  publicId: string;
  createdAt: Date;
  expiresAt: Date;
  absoluteExpiresAt: Date;
  passwordProvenAt: Date | null;
  factorProvenAt: Date | null;
  /** The registered device that it is bound to, and the passkey that opened it, from 24 hours after that was added. */
  device: { id: string; trustedFrom: Date } | null;
  passkeyId: string | null;
  /** Opened by a passkey that does not count (yet): whoever has it opens any number of sessions. */
  isByNewPasskey: boolean;
};

/** Most cents per call and per day under the rules for money; null: the defaults. */
export type UsedToken = {
  id: string;
  mayMoveMoney: boolean;
  perCallCents: number | null;
  perDayCents: number | null;
};

/** A session or an access token, never both; when signed out all three are null. */
export type Caller = {
  user: SignedInUser | null;
  session: SignedInSession | null;
  token: UsedToken | null;
};

/** Who asked for what the bank goes on with. `accessId`: of the session or token. */
export type AskedBefore = { askedBy: AskedBy; accessId: string | null };

/** What a procedure gets. */
export type Context = Bank &
  Caller & {
    /** Only without session and token. */
    askedBefore?: AskedBefore | null;
    /** Work that goes on after its customer was answered: no order's end is waited for. */
    answersNobody?: boolean;
    request: RequestInfo;
    /** Looks up session or token again, for calls that had to wait. */
    identifyAgain?: () => Promise<Caller>;
    cookies: CookieJar;
    /** True over tRPC, which cannot carry a file. */
    carriesNoFiles?: boolean;
  };

export type SignedInContext = Context & { user: SignedInUser };

/** Of the session or token that asks, or asked before. */
export const accessIdOf = ({ session, token, askedBefore }: DecidingContext): string | null =>
  session?.publicId ?? token?.id ?? askedBefore?.accessId ?? null;

/** What a decision knows of who asks and of the bank: plain data, but for the clock and the keys. */
export type DecidingContext = Pick<
  SignedInContext,
  'clock' | 'env' | 'keys' | 'user' | 'token' | 'askedBefore'
> & {
  session: Pick<SignedInSession, 'publicId' | 'passwordProvenAt' | 'device' | 'passkeyId'> | null;
  request: Pick<RequestInfo, 'ip' | 'userAgent'>;
};

export type SessionContext = SignedInContext & { session: SignedInSession };
