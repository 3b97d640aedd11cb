import { setImmediate as nextTurn } from 'node:timers/promises';

/** The end of what each person has asked for so far. */
const lastOf = new Map<string, Promise<unknown>>();

/**
 * Does something for a person once all they asked for before is done, and in a turn of its own of the event loop: however
 * many calls they send at once, over any number of connections, others have a turn between two of them.
 */
export function inTurn<Done>(who: string, run: () => Promise<Done>): Promise<Done> {
  const before = lastOf.get(who);
  const mine = before ? before.then(() => nextTurn()).then(run) : run();
  const ended = mine
    .catch(() => {})
    .then(() => {
      if (lastOf.get(who) === ended) lastOf.delete(who);
    });
  lastOf.set(who, ended);
  return mine;
}
