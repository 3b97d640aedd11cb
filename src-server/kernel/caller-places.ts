import { BATCH_SIZE } from '#db/job-line';
import { CALLS_PER_CALLER } from '#domain/limits';
import { Refusal, refuse } from '#domain/refusal';
import { fairTurn } from './fair-turn.ts';
import { forgetPaces, inItsTime, keepPace, type Pace } from './pace.ts';

const { retryAfterSeconds } = CALLS_PER_CALLER;

type Line = { underWay: number; waiting: (() => void)[] };
type Run<Done> = (hasWaited: boolean) => Promise<Done>;

const lines = new Map<string, Line>();

let running = { calls: 0 };
/** More calls run than one COMMIT takes: many callers together want more than the bank can do. */
export const isOverloaded = (): boolean => running.calls >= BATCH_SIZE;

/**
 * `who`: the user in a network, or the network of a visitor. `network`: what many users share; null if it is not to be limited. `line`: calls of other
 * lines have places of their own.
 */
export type CallerLine = { who: string; network: string | null; line?: string; pace?: Pace | null };

/**
 * Runs a call once one of the caller's places, and one of its network's, is free, so that a batch, many connections or
 * many accounts of one caller take no more of the database than a few calls; of one network, one begins per turn of the
 * event loop. A call that its pace delays takes no place meanwhile but one of those in which its caller's calls there wait, so that one
 * caller delays the others of a network little. Refuses TOO_MANY_ATTEMPTS when too many wait or the wait is too long,
 * BUSY when the client hung up while it waited.
 */
export async function inCallerPlace<Done>(
  { who, network, line, pace }: CallerLine,
  signal: AbortSignal | undefined,
  run: Run<Done>,
): Promise<Done> {
  const lateAtMs = performance.now() + CALLS_PER_CALLER.waitSeconds * 1000;
  const end = line ? `/${line}` : '';
  const paced = { name: `${who} paced by ${pace?.name}`, most: CALLS_PER_CALLER.underWay, lateAtMs };
  const hasPaused = pace ? await inLine(paced, () => keepPace(pace, signal)) : false;
  const call = { turnOf: network ?? who, pace, signal, run };
  const own = { name: `${who}${end}`, most: CALLS_PER_CALLER.underWay, lateAtMs };
  if (network === null) return inLine(own, (waited) => begin(call, waited || hasPaused));
  const shared = { name: `${network}${end}`, most: CALLS_PER_CALLER.underWayPerNetwork, lateAtMs };
  return inLine(own, (waited) =>
    inLine(shared, (waitedAgain) => begin(call, waited || waitedAgain || hasPaused)),
  );
}

type Call<Done> = {
  turnOf: string;
  pace: Pace | null | undefined;
  signal: AbortSignal | undefined;
  run: Run<Done>;
};

async function begin<Done>({ turnOf, pace, signal, run }: Call<Done>, hasWaited: boolean): Promise<Done> {
  await fairTurn(turnOf);
  if (hasWaited && signal?.aborted) refuse('BUSY', { retryAfterSeconds });
  const counted = running;
  counted.calls += 1;
  try {
    return await (pace ? inItsTime(pace, () => run(hasWaited)) : run(hasWaited));
  } finally {
    counted.calls -= 1;
  }
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
  forgetPaces();
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
