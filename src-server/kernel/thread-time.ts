import { AsyncLocalStorage, createHook } from 'node:async_hooks';
import { performance } from 'node:perf_hooks';

type Meter = { ms: number };

const metered = new AsyncLocalStorage<Meter>();
/** Whose code runs: callbacks may run within one another. */
const stack: (Meter | undefined)[] = [];
let chargedUntilMs = 0;

/** What has run since the last change of whose code runs is that one's. */
function enter(meter: Meter | undefined): void {
  charge();
  stack.push(meter);
}

function leave(): void {
  charge();
  stack.pop();
}

function charge(): void {
  const nowMs = performance.now();
  const running = stack.at(-1);
  if (running) running.ms += nowMs - chargedUntilMs;
  chargedUntilMs = nowMs;
}

const hook = createHook({ before: () => enter(metered.getStore()), after: leave });

/**
 * Runs `run`, and tells how long its code ran on the thread, without what it waited for and what ran meanwhile. What is done for many
 * together (a group of transfers) counts for none. From the first call on all callbacks are watched, which costs some 0.3 µs each.
 */
export async function inThreadTime<Done>(
  run: () => Promise<Done>,
  onEnd: (tookMs: number) => void,
): Promise<Done> {
  hook.enable();
  const around = metered.getStore();
  const meter: Meter = { ms: 0 };
  try {
    return await metered.run(meter, () => begin(meter, run));
  } finally {
    if (around) around.ms += meter.ms;
    onEnd(meter.ms);
  }
}

/**
 * As `inThreadTime`, with the time in which nothing ran: then it waited for the database. While others keep the thread busy that cannot be told
 * from waiting for them, and counts for nothing.
 */
export function inThreadAndIdleTime<Done>(
  run: () => Promise<Done>,
  onEnd: (tookMs: number) => void,
): Promise<Done> {
  const begun = performance.eventLoopUtilization();
  const beganAtMs = performance.now();
  return inThreadTime(run, (ownMs) => {
    const { active } = performance.eventLoopUtilization(begun);
    onEnd(ownMs + Math.max(0, performance.now() - beganAtMs - active));
  });
}

function begin<Done>(meter: Meter, run: () => Promise<Done>): Promise<Done> {
  enter(meter);
  try {
    return run();
  } finally {
    leave();
  }
}
