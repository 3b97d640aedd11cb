import { setTimeout as sleep } from 'node:timers/promises';
import { BATCH_SIZE } from '#db/job-line';
import { CALLS_PER_CALLER } from '#domain/limits';
import { CALLS_PER_NETWORK } from '#domain/network-limits';
import { Refusal, refuse } from '#domain/refusal';
import { fairTurn } from './fair-turn.ts';

const { retryAfterSeconds } = CALLS_PER_CALLER;

type Line = { underWay: number; waiting: (() => void)[] };
type Run<Done> = (hasWaited: boolean) => Promise<Done>;

const lines = new Map<string, Line>();

let running = { calls: 0 };
/** More calls run than one COMMIT takes: many callers together want more than the bank can do. */
export const isOverloaded = (): boolean => running.calls >= BATCH_SIZE;

/**
 * `who`: the user, or the network of a visitor. `network`: what many users share; null if it is not to be limited. `isPaced`: its calls begin
 * no faster than CALLS_PER_NETWORK.
 */
export type CallerLine = { who: string; network: string | null; isPaced?: boolean };

/**
 * Runs a call once one of the caller's places, and one of its network's, is free, so that a batch, many connections or
 * many accounts of one caller take no more of the database than a few calls; of one network, one begins per turn of the
 * event loop. Refuses TOO_MANY_ATTEMPTS when too many wait or the wait is too long, BUSY when the client hung up while it
 * waited.
 */
export function inCallerPlace<Done>(
  { who, network, isPaced = false }: CallerLine,
  signal: AbortSignal | undefined,
  run: Run<Done>,
): Promise<Done> {
  const lateAtMs = performance.now() + CALLS_PER_CALLER.waitSeconds * 1000;
  const call = { turnOf: network ?? who, isPaced: isPaced && network !== null, signal, run };
  const own = { name: who, most: CALLS_PER_CALLER.underWay, lateAtMs };
  if (network === null) return inLine(own, (waited) => begin(call, waited));
  const shared = { name: network, most: CALLS_PER_CALLER.underWayPerNetwork, lateAtMs };
  return inLine(own, (waited) => inLine(shared, (waitedAgain) => begin(call, waited || waitedAgain)));
}

type Call<Done> = { turnOf: string; isPaced: boolean; signal: AbortSignal | undefined; run: Run<Done> };

async function begin<Done>({ turnOf, isPaced, signal, run }: Call<Done>, hasQueued: boolean): Promise<Done> {
  const pauseMs = isPaced ? nextPauseMs(turnOf) : 0;
  if (pauseMs > 0) await sleep(pauseMs);
  const hasWaited = hasQueued || pauseMs > 0;
  await fairTurn(turnOf);
  if (hasWaited && signal?.aborted) refuse('BUSY', { retryAfterSeconds });
  const counted = running;
  counted.calls += 1;
  try {
    return await run(hasWaited);
  } finally {
    counted.calls -= 1;
  }
}

const GAP_MS = 1000 / CALLS_PER_NETWORK.perSecond;
/** Above so many networks those that may begin a whole burst are forgotten. */
const FORGET_ABOVE = 10_000;

/** When the next call of each network would begin if all came evenly; a burst may be ahead of it. */
const nextAtMs = new Map<string, number>();

function nextPauseMs(network: string): number {
  const nowMs = performance.now();
  const earliestMs = nowMs - CALLS_PER_NETWORK.burst * GAP_MS;
  if (nextAtMs.size >= FORGET_ABOVE)
    for (const [name, atMs] of nextAtMs) if (atMs <= earliestMs) nextAtMs.delete(name);
  const atMs = Math.max(nextAtMs.get(network) ?? 0, earliestMs);
  nextAtMs.set(network, atMs + GAP_MS);
  return Math.max(0, atMs - nowMs);
}

type Place = { name: string; most: number; lateAtMs: number };

async function inLine<Done>({ name, most, lateAtMs }: Place, run: Run<Done>): Promise<Done> {
  const line = lines.get(name) ?? { underWay: 0, waiting: [] };
  lines.set(name, line);
  const hasWaited = line.underWay >= most;
  if (hasWaited) await placeIn(line, lateAtMs);
  else line.underWay += 1;
  try {
    return await run(hasWaited);
  } finally {
    const next = line.waiting.shift();
    if (next) next();
    else {
      line.underWay -= 1;
      if (line.underWay === 0 && lines.get(name) === line) lines.delete(name);
    }
  }
}

/** For simulated processes: they die and start again within one real process. */
export function forgetCallers(): void {
  lines.clear();
  nextAtMs.clear();
  running = { calls: 0 };
}

/** How many calls wait. */
export const waitingCalls = (who: string): number => lines.get(who)?.waiting.length ?? 0;

function placeIn({ waiting }: Line, lateAtMs: number): Promise<void> {
  const tooMany = () => new Refusal('TOO_MANY_ATTEMPTS', { retryAfterSeconds });
  if (waiting.length >= CALLS_PER_CALLER.waiting) return Promise.reject(tooMany());
  return new Promise((resolve, reject) => {
    const take = () => {
      clearTimeout(late);
      resolve();
    };
    const late = setTimeout(() => {
      waiting.splice(waiting.indexOf(take), 1);
      reject(tooMany());
    }, lateAtMs - performance.now());
    waiting.push(take);
  });
}
