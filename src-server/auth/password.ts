import { hash, verify } from '@node-rs/argon2';
import { PASSWORD_HASHES } from '#domain/limits';
import { refuse } from '#domain/refusal';
import type { Counted } from './attempts.ts';

/** OWASP's argon2id parameters: 19 MiB, two passes, one thread; about 20 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CURRENT = '$argon2id$v=19$m=19456,t=2,p=1$';

/** Hash of a random password: unknown documents are verified against it at the same cost. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$VeN+5jfJNY/uMxWYLqMk2A$1ZBX8AD3rEOyeEDTp0kGRDHyFxICZaYotIN0kAly2qg';

export function hashPassword(counted: Counted, password: string): Promise<string> {
  return inTurn(counted, () => hash(sameBytes(password), COST));
}

/** Refuses BUSY when too many wait; known users have their own places, and three of four turns. */
export function verifyPassword(counted: Counted, passwordHash: string, password: string): Promise<boolean> {
  return inTurn(counted, () => verify(passwordHash, sameBytes(password)));
}

/** True when made with other parameters: the next login replaces it. */
export const isOutdated = (passwordHash: string): boolean => !passwordHash.startsWith(CURRENT);

/** Accented letters have two encodings; both are the same password (NIST SP 800-63B, 5.1.1.2). */
const sameBytes = (password: string): string => password.normalize('NFKC');

type Waiting = { caller: Counted['caller']; go: () => void };

let inFlight = 0;
let turns = 0;
const known: Waiting[] = [];
const strangers: Waiting[] = [];

/** A hash takes 19 MiB and a core: limits concurrency and queue. Nobody, and no network, holds more than a share of the queue. */
async function inTurn<T>({ caller }: Counted, work: () => Promise<T>): Promise<T> {
  if (inFlight < PASSWORD_HASHES.inFlight) inFlight += 1;
  else {
    const [line, places] = caller.isKnown
      ? [known, PASSWORD_HASHES.waitingKnown]
      : [strangers, PASSWORD_HASHES.waiting];
    const held = (by: 'who' | 'network') => line.filter((one) => one.caller[by] === caller[by]).length;
    if (line.length >= places || Math.max(held('who'), held('network')) >= places * PASSWORD_HASHES.part)
      refuse('BUSY', { retryAfterSeconds: PASSWORD_HASHES.retryAfterSeconds });
    await new Promise<void>((go) => line.push({ caller, go }));
  }
  try {
    return await work();
  } finally {
    const next = nextInTurn();
    if (next) next.go();
    else inFlight -= 1;
  }
}

/** Known users go first, but each fourth turn is a stranger's: who has an account could fill the other line for good. */
function nextInTurn(): Waiting | undefined {
  turns += 1;
  const [first, second] = turns % 4 === 0 ? [strangers, known] : [known, strangers];
  return first.shift() ?? second.shift();
}
