import { setImmediate as nextTurn } from 'node:timers/promises';

const lastOf = new Map<string, Promise<unknown>>();

/** Runs a person's tasks one by one, each in its own event-loop turn: a burst of calls cannot crowd others out. */
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

/** Reads each part of `parts` as a task of its own: parallel copies of the data of one person take turns. */
export async function* eachInTurn<Part>(who: string, parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  const iterator = parts[Symbol.asyncIterator]();
  try {
    for (let part = await inTurn(who, () => iterator.next()); !part.done; ) {
      yield part.value;
      part = await inTurn(who, () => iterator.next());
    }
  } finally {
    await iterator.return?.();
  }
}
