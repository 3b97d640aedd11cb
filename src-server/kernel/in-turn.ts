import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { RequestInfo } from './context.ts';
import { noteUse, restMsAfter } from './line-use.ts';
import { isThisMachine, sharedNetworkOf } from './network.ts';
import { inThreadAndIdleTime } from './thread-time.ts';

const lastOf = new Map<string, Promise<unknown>>();

/**
 * Runs a person's tasks one by one, each in its own event-loop turn: a burst of calls cannot crowd others out. `rest`: before the next one
 * begins; the task's own result does not wait for it.
 */
export function inTurn<Done>(
  who: string,
  run: () => Promise<Done>,
  rest?: () => Promise<unknown>,
): Promise<Done> {
  const before = lastOf.get(who);
  const mine = before ? before.then(() => nextTurn()).then(run) : run();
  const ended: Promise<void> = mine
    .catch(() => {})
    .then(() => rest?.())
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
  const made = inTurn(line, () =>
    inThreadAndIdleTime(run, (usedMs) => {
      tookMs = usedMs;
      noteUse(line, usedMs);
    }),
  );
  void inTurn(line, () => sleep(Math.min(tookMs * times, mostMs), undefined, { ref: false }));
  return made;
}

/** Runs a piece of what reads long, at once or when its turn comes. Pieces are not nested. */
export type Turn = <Done>(run: () => Promise<Done>) => Promise<Done>;

/** Who reads. */
export type Reading = { user: { id: string }; request: Pick<RequestInfo, 'ip'> };

export const readerOf = ({ user, request: { ip } }: Reading): string =>
  `${user.id} at ${sharedNetworkOf(ip)}`;

/**
 * What one person reads, one by one, apart in each network (IPv6: /56): the turns of a network come late when many read there, and whoever
 * copied the person's cookie would keep them from reading at home, with files also after the session has ended.
 */
export const turnOfReader =
  (reading: Reading): Turn =>
  (run) =>
    inTurn(readerOf(reading), run);

export const atOnce: Turn = (run) => run();

/** Lines of dear work, and how many pieces of each are under way or wait. */
const dearLines = new Map<string, number>();

/** Whether others' dear work is under way or waits in this process. */
export const isAmongOthers = (): boolean => dearLines.size > 1;

/** Counts what runs as dear work of a line: others' PDFs then rest longer. */
export async function asDearWork<Done>(line: string, run: () => Promise<Done>): Promise<Done> {
  dearLines.set(line, (dearLines.get(line) ?? 0) + 1);
  try {
    return await run();
  } finally {
    const left = (dearLines.get(line) ?? 1) - 1;
    if (left > 0) dearLines.set(line, left);
    else dearLines.delete(line);
  }
}

/** A piece of dear work in the turn of its line, which rests after it once it has taken much (`restMsAfter`). */
function dearTurn<Done>(line: string, run: () => Promise<Done>, place: Turn): Promise<Done> {
  let tookMs = 0;
  const timed = () =>
    inThreadAndIdleTime(run, (usedMs) => {
      tookMs = usedMs;
    });
  const rest = () => {
    const restMs = restMsAfter(line, tookMs);
    return restMs > 0 ? sleep(restMs, undefined, { ref: false }) : nextTurn();
  };
  return asDearWork(line, () => inTurn(line, () => place(timed), rest));
}

/**
 * Of the searches and sums of one network (IPv6: /56) one piece at a time, with rests (`dearTurn`). So many accounts of one home slow each
 * other, not strangers. Those of this machine are not limited.
 */
export const turnOfNetwork = ({ request: { ip } }: Pick<Reading, 'request'>): Turn =>
  isThisMachine(ip) ? atOnce : (run) => dearTurn(`reads of ${sharedNetworkOf(ip)}`, run, atOnce);

const FILES = 'files';

/**
 * As `inTurn` for pieces of long files, of which one is read at a time: many files take no more of the server than one. Networks take turns, so
 * that many accounts of one slow each other, not strangers, and rest (`dearTurn`).
 */
export function pieceInTurn<Done>(reading: Reading, run: () => Promise<Done>): Promise<Done> {
  const { ip } = reading.request;
  const oneOfAll: Turn = (piece) => inTurn(FILES, piece);
  const network = `${FILES} of ${sharedNetworkOf(ip)}`;
  return turnOfReader(reading)(() =>
    isThisMachine(ip) ? inTurn(network, () => oneOfAll(run)) : dearTurn(network, run, oneOfAll),
  );
}

/** Reads each part of `parts` as a piece of its own: parallel copies of the data of one person, in one network, take turns. */
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
