import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RequestInfo } from './context.ts';
import { sharedNetworkOf } from './network.ts';

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

const FILES = 'files';

/** Who reads a long file. */
export type Reading = { user: { id: string }; request: Pick<RequestInfo, 'ip'> };

/**
 * As `inTurn` for pieces of long files, of which one is read at a time: many files take no more of the server than one. Networks take turns, so
 * that many accounts of one slow each other, not strangers.
 */
export function pieceInTurn<Done>(
  { user, request: { ip } }: Reading,
  run: () => Promise<Done>,
): Promise<Done> {
  const network = `${FILES} of ${sharedNetworkOf(ip)}`;
  return inTurn(user.id, () => inTurn(network, () => inTurn(FILES, run)));
}

/** Reads each part of `parts` as a piece of its own: parallel copies of the data of one person take turns. */
export async function* eachInTurn<Part>(reading: Reading, parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  const iterator = parts[Symbol.asyncIterator]();
  try {
    for (let part = await pieceInTurn(reading, () => iterator.next()); !part.done; ) {
      yield part.value;
      part = await pieceInTurn(reading, () => iterator.next());
    }
  } finally {
    await iterator.return?.();
  }
}
