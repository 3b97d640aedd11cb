import { BATCH_SIZE } from '#db/job-line';
import { CALLS_PER_CALLER } from '#domain/limits';
import { CROWDED_PROCESS } from '#domain/network-limits';
import { Refusal, refuse } from '#domain/refusal';
import {
  type CrowdKind,
  crowdOf,
  crowdRestMs,
  forgetTaken,
  noteTaken,
  type Taker,
  usedMsOf,
  waitInCrowd,
} from './crowd.ts';
import { fairTurn } from './fair-turn.ts';
import { forgetPaces, inItsTime, keepPace, type Pace } from './pace.ts';

const { retryAfterSeconds } = CALLS_PER_CALLER;

/** `usedMs`: the least goes first; without it whoever came first. */
type Waiting = { take: () => void; refuse: () => void; usedMs: (() => number) | undefined };
type Line = { underWay: number; waiting: Waiting[] };
type Run<Done> = (hasWaited: boolean) => Promise<Done>;

const lines = new Map<string, Line>();

let running = { calls: 0 };
/** More calls run than one COMMIT takes: many callers together want more than the bank can do. */
export const isOverloaded = (): boolean => running.calls >= BATCH_SIZE;

/**
 * `who`: the user in a network, or the network of a visitor. `person`: the same in all networks. `network`: what many users share; null if it is not
 * to be limited. `line`: calls of other lines have places of their own.
 */
export type CallerLine = {
  who: string;
  person?: string;
  network: string | null;
  line?: string;
  pace?: Pace | null;
};

/**
 * Runs a call once one of the caller's places, and one of its network's, is free, so that a batch, many connections or
 * many accounts of one caller take no more of the database than a few calls; of one network, one begins per turn of the
 * event loop. A call that its pace delays takes no place meanwhile but one of those in which its caller's calls there wait, so that one
 * caller delays the others of a network little. Refuses TOO_MANY_ATTEMPTS when too many wait or the wait is too long,
 * BUSY when the client hung up while it waited.
 */
export async function inCallerPlace<Done>(
  { who, person = who, network, line, pace }: CallerLine,
  signal: AbortSignal | undefined,
  run: Run<Done>,
): Promise<Done> {
  const lateAtMs = performance.now() + CALLS_PER_CALLER.waitSeconds * 1000;
  const end = line ? `/${line}` : '';
  const paced = { name: `${who} paced by ${pace?.name}`, most: CALLS_PER_CALLER.underWay, lateAtMs };
  const hasPaused = pace ? await inLine(paced, () => keepPace(pace, signal)) : false;
  // Visitors of a home are one in all its addresses.
  const taker = { network: pace?.name ?? '', who: pace?.crowd === 'visits' ? person : who, person };
  const call = { taker, turnOf: network ?? who, pace, signal, run };
  const own = { name: `${who}${end}`, most: CALLS_PER_CALLER.underWay, lateAtMs };
  if (network === null) return inLine(own, (waited) => begin(call, waited || hasPaused));
  const shared = { name: `${network}${end}`, most: CALLS_PER_CALLER.underWayPerNetwork, lateAtMs };
  return inLine(own, async (waited) => {
    // Takes no place of its network: those of it who take little would wait with the crowd.
    const crowd = crowdOfCall(call);
    if (crowd) return inCrowd(crowd, call, waited || hasPaused, lateAtMs);
    const begun = await inLine(shared, async (waitedAgain) => {
      const crowdNow = crowdOfCall(call);
      return crowdNow ?? { done: await begin(call, waited || waitedAgain || hasPaused) };
    });
    return typeof begun === 'string' ? inCrowd(begun, call, true, lateAtMs) : begun.done;
  });
}

type Call<Done> = {
  taker: Taker;
  turnOf: string;
  pace: Pace | null | undefined;
  signal: AbortSignal | undefined;
  run: Run<Done>;
};

const crowdOfCall = ({ pace, taker }: Call<unknown>): CrowdKind | null =>
  pace ? crowdOf(taker, pace.crowd ?? 'calls') : null;

/**
 * Calls of networks that take more than a fair part of a crowded process, by people who do, take turns in few places, who took
 * least first. The places rest after each call, so that all of them together take their share of the time.
 */
function inCrowd<Done>(
  kind: CrowdKind,
  call: Call<Done>,
  hasWaited: boolean,
  lateAtMs: number,
): Promise<Done> {
  const { taker } = call;
  let restMs = 0;
  const noteRest = (tookMs: number, underWayMs: number) => {
    restMs = crowdRestMs(kind, tookMs, underWayMs);
  };
  const places = {
    name: `above fair time/${kind}`,
    most: CROWDED_PROCESS.places[kind].underWay,
    lateAtMs,
    usedMs: () => usedMsOf(taker),
    restMs: () => restMs,
  };
  const endWait = waitInCrowd(taker);
  return inLine(places, (waited) => {
    endWait();
    return begin(call, hasWaited || waited, noteRest);
  }).finally(endWait);
}

async function begin<Done>(
  { taker, turnOf, pace, signal, run }: Call<Done>,
  hasWaited: boolean,
  noteRest: (tookMs: number, underWayMs: number) => void = () => {},
): Promise<Done> {
  await fairTurn(turnOf);
  if (hasWaited && signal?.aborted) refuse('BUSY', { retryAfterSeconds });
  const counted = running;
  counted.calls += 1;
  try {
    if (!pace) return await run(hasWaited);
    return await inItsTime(
      pace,
      () => run(hasWaited),
      (tookMs, underWayMs) => {
        const wholeMs = tookMs + CROWDED_PROCESS.besidesMs;
        noteTaken(taker, wholeMs);
        noteRest(wholeMs, underWayMs);
      },
    );
  } finally {
    counted.calls -= 1;
  }
}

/** `restMs`: for which a place stays taken after its call. */
type Place = {
  name: string;
  most: number;
  lateAtMs: number;
  usedMs?: () => number;
  restMs?: () => number;
};

async function inLine<Done>(place: Place, run: Run<Done>): Promise<Done> {
  const { name, most, restMs } = place;
  const line = lines.get(name) ?? { underWay: 0, waiting: [] };
  lines.set(name, line);
  const hasWaited = line.underWay >= most;
  if (hasWaited) await placeIn(line, place);
  else line.underWay += 1;
  try {
    return await run(hasWaited);
  } finally {
    const rest = restMs?.() ?? 0;
    if (rest > 0) setTimeout(() => leave(name, line), rest).unref();
    else leave(name, line);
  }
}

function leave(name: string, line: Line): void {
  const next = takeNext(line.waiting);
  if (next) next.take();
  else {
    line.underWay -= 1;
    if (line.underWay === 0 && lines.get(name) === line) lines.delete(name);
  }
}

function takeNext(waiting: Waiting[]): Waiting | undefined {
  const used = waiting.map(({ usedMs }) => usedMs?.() ?? 0);
  return waiting.splice(used.indexOf(Math.min(...used)), 1)[0];
}

/** For simulated processes: they die and start again within one real process. */
export function forgetCallers(): void {
  lines.clear();
  forgetPaces();
  forgetTaken();
  running = { calls: 0 };
}

/** How many calls wait. */
export const waitingCalls = (who: string): number => lines.get(who)?.waiting.length ?? 0;

function placeIn({ waiting }: Line, { lateAtMs, usedMs }: Place): Promise<void> {
  const tooMany = () => new Refusal('TOO_MANY_ATTEMPTS', { retryAfterSeconds });
  if (waiting.length >= CALLS_PER_CALLER.waiting && !refuseWhoUsedMore(waiting, usedMs))
    return Promise.reject(tooMany());
  return new Promise((resolve, reject) => {
    const own: Waiting = {
      take: () => {
        clearTimeout(late);
        resolve();
      },
      refuse: () => {
        clearTimeout(late);
        waiting.splice(waiting.indexOf(own), 1);
        reject(tooMany());
      },
      usedMs,
    };
    const late = setTimeout(own.refuse, lateAtMs - performance.now());
    waiting.push(own);
  });
}

/** Of a full line, in which who used least goes first: those who used more have no place that is to be kept. */
function refuseWhoUsedMore(waiting: readonly Waiting[], usedMs: Place['usedMs']): boolean {
  const used = waiting.map((one) => one.usedMs?.() ?? 0);
  const mostMs = Math.max(...used);
  if (!usedMs || usedMs() >= mostMs) return false;
  waiting[used.indexOf(mostMs)]?.refuse();
  return true;
}
