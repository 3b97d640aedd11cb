import { hash, verify } from '@node-rs/argon2';
import { PASSWORD_HASHES } from '#domain/limits';
import { refuse } from '#domain/refusal';
import type { Counted } from './attempts.ts';

/** argon2id as OWASP's cheat sheet asks for: 19 MiB, two passes, one thread; about 20 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CURRENT = '$argon2id$v=19$m=19456,t=2,p=1$';

/** The hash of a random password that nobody has: what an unknown document is verified against, at the same cost. */
export const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$VeN+5jfJNY/uMxWYLqMk2A$1ZBX8AD3rEOyeEDTp0kGRDHyFxICZaYotIN0kAly2qg';

/** Password → argon2id hash in its standard text form, for who was counted. Refuses BUSY when too many are waiting. */
export function hashPassword(counted: Counted, password: string): Promise<string> {
  return inTurn(counted, () => hash(sameBytes(password), COST));
}

/**
 * Whether the password is the hashed one, for who was counted. Takes as long for a wrong one. Refuses BUSY when too many are
 * waiting; whom the bank knows waits before strangers, in places that they cannot take.
 */
export function verifyPassword(counted: Counted, passwordHash: string, password: string): Promise<boolean> {
  return inTurn(counted, () => verify(passwordHash, sameBytes(password)));
}

/** Whether a hash was made at another cost than today's, so that the next login should replace it. */
export const isOutdated = (passwordHash: string): boolean => !passwordHash.startsWith(CURRENT);

/** Keyboards write an accented letter as one character or two; both are the same password (NIST SP 800-63B, 5.1.1.2). */
const sameBytes = (password: string): string => password.normalize('NFKC');

type Waiting = { who: string; go: () => void };

let inFlight = 0;
const known: Waiting[] = [];
const strangers: Waiting[] = [];

/**
 * Hashing takes 19 MiB and a core: a few at once, some more in line, and the rest is told to come back. Nobody holds more
 * than a part of a line, so that one network's crowd leaves room for others.
 */
async function inTurn<T>({ who, isKnown }: Counted, work: () => Promise<T>): Promise<T> {
  if (inFlight < PASSWORD_HASHES.inFlight) inFlight += 1;
  else {
    const [line, places] = isKnown
      ? [known, PASSWORD_HASHES.waitingKnown]
      : [strangers, PASSWORD_HASHES.waiting];
    const own = line.filter((one) => one.who === who).length;
    if (line.length >= places || own >= places * PASSWORD_HASHES.part)
      refuse('BUSY', { retryAfterSeconds: PASSWORD_HASHES.retryAfterSeconds });
    await new Promise<void>((go) => line.push({ who, go }));
  }
  try {
    return await work();
  } finally {
    // The turn passes on to who waits longest.
    const next = known.shift() ?? strangers.shift();
    if (next) next.go();
    else inFlight -= 1;
  }
}
