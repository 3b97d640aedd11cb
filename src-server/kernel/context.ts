import type { Db, Reader, Tx } from '#db/db';
import type { Role } from '#domain/auth/role';
import type { ContractType } from '#domain/contract/words';
import type { Clock } from '#server/kernel/clock';
import type { Env } from '#server/kernel/env';
import type { KeyRing } from '#server/kernel/keys';
import type { Log } from '#server/kernel/log';
import type { Provider } from '#server/provider/client';
import type { CookieJar } from './cookie-jar.ts';

/**
 * One step of the daily run. Runs once a day over the whole bank; must be safe to repeat when it was cut short. `mayWait`:
 * of several days that are done at once it leaves this one to a later one, since it looks at everything there is.
 */
export type DailyStep = {
  name: string;
  mayWait?: (day: string) => boolean;
  run: (bank: Bank, day: string) => Promise<void>;
};

/** What one feature keeps about a user, as they may read it: no hashes, no secrets, nothing of other people's. */
export type PersonalData = {
  name: string;
  pages: (db: Reader, userId: string) => AsyncIterable<readonly Record<string, unknown>[]>;
};

/** What features hand to the zones before them, put together in `bank.ts`. */
export type Registry = {
  /** Each counts what of one feature waits for an administrator. */
  pendingApprovals: ((db: Reader) => Promise<number>)[];
  /** Each says, in Portuguese, what of one feature a customer must settle before the relation can be closed; none: nothing. */
  closureObstacles: ((tx: Tx, userId: string) => Promise<string[]>)[];
  /** What features keep about a user, for the copy of all their data: pages of rows under a name, newest first. */
  personalData: PersonalData[];
  /** What a signature sets going, by what the contract is about; inside the transaction that signs. */
  contractSigned: Partial<
    Record<ContractType, (tx: Tx, ctx: SignedInContext, contract: SignedContract) => Promise<void>>
  >;
  /** In the order in which they run. */
  dailySteps: DailyStep[];
};

/** A contract that has just been signed: whose it is, and what it is about. */
export type SignedContract = { id: string; userId: string; relatedId: string; signedAt: Date };

/** What the process has, whoever asks. */
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

/** One HTTP request, as far as the bank cares. `ip` is the peer's, or the forwarded one when TRUST_PROXY believes it. */
export type RequestInfo = {
  id: string;
  ip: string;
  userAgent: string;
  deviceToken: string | null;
  challengeToken: string | null;
  sessionToken: string | null;
  /** What `Authorization: Bearer …` says; with it, cookies count for nothing. */
  bearerToken: string | null;
};

/** Who does something. */
export type Actor = { id: string; fullName: string; role: Role };

export type SignedInUser = Actor;

/**
 * An open session; `id` is the hash of its token, `publicId` what its owner sees of it. When its password and its second
 * factor were last given, in real time; null: never.
 */
export type SignedInSession = {
  id: string;
  publicId: string;
  expiresAt: Date;
  absoluteExpiresAt: Date;
  passwordProvenAt: Date | null;
  factorProvenAt: Date | null;
};

/** The access token that a script came with; reading is always allowed. */
export type UsedToken = { id: string; mayMoveMoney: boolean };

/** What a procedure gets. Somebody is signed in by a session or by an access token, never both; else all three are null. */
export type Context = Bank & {
  request: RequestInfo;
  user: SignedInUser | null;
  session: SignedInSession | null;
  token: UsedToken | null;
  cookies: CookieJar;
  /** The answer goes by tRPC, which cannot carry a file. */
  carriesNoFiles?: boolean;
};

/** What a procedure for signed-in users gets. */
export type SignedInContext = Context & { user: SignedInUser };

/** What a procedure gets that no access token reaches. */
export type SessionContext = SignedInContext & { session: SignedInSession };
