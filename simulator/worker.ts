import { setTimeout as sleep } from 'node:timers/promises';
import { advanceBill } from './bills.ts';
import { deliverDue } from './delivery.ts';
import { review } from './documents.ts';
import { realMs } from './moment.ts';
import type { Simulator } from './simulator.ts';
import type { Job } from './store.ts';
import { advanceTransfer } from './transfers.ts';

/** Without a word from anybody the worker looks so often; while something waits for its time, more often. */
const IDLE_MS = 200;
const WAITING_MS = 10;

/** What makes time pass at the provider. `stop` lets what is at hand end; `settle` waits until nothing is left to do. */
export type Worker = { stop(): Promise<void>; settle(): Promise<void> };

/** Takes transfers, bills and reviews to their next step when it is time, and delivers events. */
export function startWorker(simulator: Simulator): Worker {
  const stopping = new AbortController();
  const delivering = new Map<string, Promise<void>>();
  let rouse = () => {};
  simulator.wake = () => rouse();
  /** Until somebody wakes the worker, or so long. */
  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const drain = async (webhookId: string): Promise<void> => {
    while (!stopping.signal.aborted && (await deliverDue(simulator, webhookId, stopping.signal)));
    delivering.delete(webhookId);
  };

  const running = (async () => {
    while (!stopping.signal.aborted) {
      runJobs(simulator, realMs());
      for (const webhookId of simulator.store.waitingWebhooks())
        if (!delivering.has(webhookId)) delivering.set(webhookId, drain(webhookId));
      await rest(simulator.store.hasWork() ? WAITING_MS : IDLE_MS);
    }
  })();

  return {
    stop: async () => {
      stopping.abort();
      rouse();
      await running;
      await Promise.all(delivering.values());
    },
    settle: () => settle(simulator),
  };
}

/** Does everything that would be done by then. */
function runJobs(simulator: Simulator, untilMs: number): void {
  const { store } = simulator;
  for (;;) {
    const isDone = store.transaction(() => {
      const job = store.takeJob(untilMs);
      if (job) run(simulator, job);
      return job === undefined;
    });
    if (isDone) return;
  }
}

function run(simulator: Simulator, { kind, id }: Job): void {
  if (kind === 'transfer') advanceTransfer(simulator, id);
  else if (kind === 'bill') advanceBill(simulator, id);
  else if (kind === 'review') review(simulator, id);
}

const SETTLE_MS = 10_000;
const LOOK_MS = 10;

/** Everything at once, whatever time it would take; then waits, 10 seconds at most, for the events to be taken. */
async function settle(simulator: Simulator): Promise<void> {
  runJobs(simulator, Number.POSITIVE_INFINITY);
  simulator.store.hurryEvents();
  const untilMs = realMs() + SETTLE_MS;
  while (simulator.store.hasWaitingEvents() && realMs() < untilMs) {
    simulator.wake();
    await sleep(LOOK_MS);
  }
}
