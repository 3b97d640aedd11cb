import { CALLS_PER_CALLER } from '#domain/limits';
import { Refusal, refuse } from '#domain/refusal';

const { underWay: MOST, waiting: MOST_WAITING, waitSeconds, retryAfterSeconds } = CALLS_PER_CALLER;

type Line = { underWay: number; waiting: (() => void)[] };

const lines = new Map<string, Line>();

/**
 * Runs a call once one of the caller's places is free, so that a batch or many connections of one caller take
 * no more of the database than a few calls. `who`: user id, or the network of a visitor. Refuses
 * TOO_MANY_ATTEMPTS when too many wait or the wait is too long, BUSY when the client hung up while it waited.
 */
export async function inCallerPlace<Done>(
  who: string,
  signal: AbortSignal | undefined,
  run: (hasWaited: boolean) => Promise<Done>,
): Promise<Done> {
  const line = lines.get(who) ?? { underWay: 0, waiting: [] };
  lines.set(who, line);
  const hasWaited = line.underWay >= MOST;
  if (hasWaited) await placeIn(line);
  else line.underWay += 1;
  try {
    if (hasWaited && signal?.aborted) refuse('BUSY', { retryAfterSeconds });
    return await run(hasWaited);
  } finally {
    const next = line.waiting.shift();
    if (next) next();
    else {
      line.underWay -= 1;
      if (line.underWay === 0) lines.delete(who);
    }
  }
}

/** Resolves in a turn of its own: the calls that wait must not run one after another before everybody else. */
function placeIn({ waiting }: Line): Promise<void> {
  const tooMany = () => new Refusal('TOO_MANY_ATTEMPTS', { retryAfterSeconds });
  if (waiting.length >= MOST_WAITING) return Promise.reject(tooMany());
  return new Promise((resolve, reject) => {
    const take = () => {
      clearTimeout(late);
      setImmediate(resolve);
    };
    const late = setTimeout(() => {
      waiting.splice(waiting.indexOf(take), 1);
      reject(tooMany());
    }, waitSeconds * 1000);
    waiting.push(take);
  });
}
