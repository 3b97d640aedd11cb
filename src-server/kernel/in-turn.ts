import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { RequestInfo } from './context.ts';
import { isThisMachine, sharedNetworkOf } from './network.ts';

const lastOf = new Map<string, Promise<unknown>>();

/**
 * Runs a person's tasks one by one, each in its own event-loop turn: a burst of calls cannot crowd others out. `isWaitedFor`: whether another task
 * waits for this one.
 */
export function inTurn<Done>(who: string, run: (isWaitedFor: () => boolean) => Promise<Done>): Promise<Done> {
  const before = lastOf.get(who);
  const isWaitedFor = (): boolean => lastOf.get(who) !== ended;
  const mine = before ? before.then(() => nextTurn()).then(() => run(isWaitedFor)) : run(isWaitedFor);
  const ended = mine
    .catch(() => {})
    .then(() => {
      if (lastOf.get(who) === ended) lastOf.delete(who);
    });
  lastOf.set(who, ended);
  return mine;
}

/**
 * As `inTurn`, each followed by a rest of `times` its own length, at most `mostMs`: what blocks the thread leaves the larger part of it to others,
 * however much one of them asks for.
 */
export function inRestedTurn<Done>(
  line: string,
  { times, mostMs }: { times: number; mostMs: number },
  run: () => Promise<Done>,
): Promise<Done> {
  let tookMs = 0;
  const made = inTurn(line, async () => {
    const beganAtMs = performance.now();
    try {
      return await run();
    } finally {
      tookMs = performance.now() - beganAtMs;
    }
  });
  void inTurn(line, () => sleep(Math.min(tookMs * times, mostMs), undefined, { ref: false }));
  return made;
}

/** Runs a piece of what reads long, at once or when its turn comes. Pieces are not nested. */
export type Turn = <Done>(run: () => Promise<Done>) => Promise<Done>;

export const atOnce: Turn = (run) => run();

const MOST_READ_REST_MS = 100;

/**
 * Of the searches and sums of one network (IPv6: /56) one piece at most begins in each turn of the event loop; while others of them wait, each
 * is followed by a rest of its own length, since the database's time is not the thread's, which a network's pace sees. So many accounts of one
 * home slow each other, not strangers. Those of this machine are not limited.
 */
export const turnOfNetwork = ({ request: { ip } }: Pick<Reading, 'request'>): Turn =>
  isThisMachine(ip)
    ? atOnce
    : (run) =>
        inTurn(`reads of ${sharedNetworkOf(ip)}`, async (isWaitedFor) => {
          const beganAtMs = performance.now();
          try {
            return await run();
          } finally {
            const tookMs = performance.now() - beganAtMs;
            await (isWaitedFor() ? sleep(Math.min(tookMs, MOST_READ_REST_MS)) : nextTurn());
          }
        });

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
