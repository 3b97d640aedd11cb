import { CALLS_PER_CALLER } from '#domain/limits';
import { refuse } from '#domain/refusal';

type Line = { underWay: number; waiting: (() => void)[] };

const lines = new Map<string, Line>();

/**
 * Runs a call once one of the caller's places is free, so that a batch or many connections of one caller take
 * no more of the database than a few calls. `who`: user id, or the network of a visitor. Refuses
 * TOO_MANY_ATTEMPTS when too many wait, BUSY when the client hung up while it waited.
 */
export async function inCallerPlace<Done>(
  who: string,
  signal: AbortSignal | undefined,
  run: () => Promise<Done>,
): Promise<Done> {
  const line = lines.get(who) ?? { underWay: 0, waiting: [] };
  lines.set(who, line);
  const waits = line.underWay >= CALLS_PER_CALLER.underWay;
  if (!waits) line.underWay += 1;
  else {
    if (line.waiting.length >= CALLS_PER_CALLER.waiting)
      refuse('TOO_MANY_ATTEMPTS', { retryAfterSeconds: CALLS_PER_CALLER.retryAfterSeconds });
    await new Promise<void>((go) => line.waiting.push(go));
  }
  try {
    if (waits && signal?.aborted) refuse('BUSY', { retryAfterSeconds: CALLS_PER_CALLER.retryAfterSeconds });
    return await run();
  } finally {
    const next = line.waiting.shift();
    if (next) next();
    else {
      line.underWay -= 1;
      if (line.underWay === 0) lines.delete(who);
    }
  }
}
