import { setTimeout as sleep } from 'node:timers/promises';
import { advanceBill } from './bills.ts';
import { advanceDebit } from './code-payments.ts';
import { deliverDue } from './delivery.ts';
import { review } from './documents.ts';
import { realMs } from './moment.ts';
import { advanceRefund } from './refunds.ts';
import type { Simulator } from './simulator.ts';
import type { Job } from './store.ts';
import { advanceTransfer } from './transfers.ts';

/** Polling interval when idle; shorter while work is pending. */
const IDLE_MS = 200;
const WAITING_MS = 10;

/** `stop` finishes current work; `settle` waits until none is left. */
export type Worker = { stop(): Promise<void>; settle(): Promise<void> };

/** Advances transfers, bills, paid codes, refunds and reviews when due, and delivers events. */
export function startWorker(simulator: Simulator): Worker {
  const stopping = new AbortController();
  const delivering = new Map<string, Promise<void>>();
  let rouse = () => {};
  simulator.wake = () => rouse();
  /** Resolves when woken, or after `ms`. */
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
      runJobs(simulator, realMs);
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

/** `untilMs`: asked for each job, since one that ends may be followed by another at once. */
function runJobs(simulator: Simulator, untilMs: () => number): void {
  const { store } = simulator;
  for (;;) {
    const isDone = store.transaction(() => {
      const job = store.takeJob(untilMs());
      if (job) run(simulator, job);
      return job === undefined;
    });
    if (isDone) return;
  }
}

function run(simulator: Simulator, { kind, id }: Job): void {
  if (kind === 'transfer') advanceTransfer(simulator, id);
  else if (kind === 'bill') advanceBill(simulator, id);
  else if (kind === 'pixDebit') advanceDebit(simulator, id);
  else if (kind === 'refund') advanceRefund(simulator, id);
  else if (kind === 'review') review(simulator, id);
}

const SETTLE_MS = 10_000;
const LOOK_MS = 10;

/** Completes everything now, then waits for events (10 s at most; not while the provider is down, when none are sent). */
async function settle(simulator: Simulator): Promise<void> {
  runJobs(simulator, () => Number.POSITIVE_INFINITY);
  simulator.store.hurryEvents();
  const untilMs = realMs() + SETTLE_MS;
  while (!simulator.faults.down && simulator.store.hasWaitingEvents() && realMs() < untilMs) {
    simulator.wake();
    await sleep(LOOK_MS);
  }
}
