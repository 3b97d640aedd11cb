import { Worker } from 'node:worker_threads';
import type { Role } from '#domain/auth/role';
import { PDF_CHECK } from '#domain/limits';
import { Refusal } from '#domain/refusal';

/** `unreadable` includes encrypted and over-inflated files; `active`: scripts or launch actions. */
export type PdfVerdict = 'fine' | 'unreadable' | 'active' | 'too-complex';

export type PdfSender = { id: string; role: Role };

/** Plain JavaScript, so that sources, tests and bundles load it alike. */
const PROGRAM = new URL('./pdf-worker.mjs', import.meta.url);
const MEGABYTE = 1024 * 1024;
const HOUR_MS = 3_600_000;
/** An idle thread is ended to free its memory. */
const IDLE_MS = 10_000;

let spare: { worker: Worker; timer: NodeJS.Timeout } | null = null;

/** Users with a PDF that waits or is read. */
const senders = new Set<string>();
type Waiting = { id: string; begin(): void; giveUp(error: unknown): void };
/** Customers and administrators take turns. */
const queues: Record<Role, Waiting[]> = { cliente: [], admin: [] };
let isReading = false;
let lastRole: Role = 'cliente';

/** Time used in the current hour, by user: PDFs that take long wait behind those of others. */
const usedMs = new Map<string, number>();
let usedSinceMs = 0;

/** One PDF at a time, in a worker thread. Refuses BUSY (queue full, or sender already in it). */
export async function checkPdf(
  bytes: Uint8Array<ArrayBuffer>,
  sender: PdfSender,
  { timeMs = PDF_CHECK.milliseconds } = {},
): Promise<PdfVerdict> {
  await takeTurn(sender);
  const beganMs = performance.now();
  try {
    return await judge(bytes, timeMs);
  } finally {
    noteUse(sender.id, performance.now() - beganMs);
    senders.delete(sender.id);
    startNext();
  }
}

/** When the queue is full, whoever has used most time is refused, of several the last. */
async function takeTurn({ id, role }: PdfSender): Promise<void> {
  if (senders.has(id)) throw busy();
  senders.add(id);
  if (!isReading) {
    isReading = true;
    return;
  }
  const queue = queues[role];
  const turn = new Promise<void>((begin, giveUp) => queue.push({ id, begin, giveUp }));
  if (queue.length > PDF_CHECK.inLine) {
    const most = Math.max(...queue.map(used));
    const [refused] = queue.splice(
      queue.findLastIndex((one) => used(one) === most),
      1,
    );
    refused?.giveUp(busy());
  }
  await turn.catch((error: unknown) => {
    senders.delete(id);
    throw error;
  });
}

const busy = () => new Refusal('BUSY', { retryAfterSeconds: PDF_CHECK.retryAfterSeconds });

const used = ({ id }: { id: string }): number => usedMs.get(id) ?? 0;

function noteUse(id: string, ms: number): void {
  const nowMs = performance.now();
  if (nowMs - usedSinceMs > HOUR_MS) {
    usedMs.clear();
    usedSinceMs = nowMs;
  }
  usedMs.set(id, used({ id }) + ms);
}

function startNext(): void {
  const other = lastRole === 'admin' ? 'cliente' : 'admin';
  if (queues[other].length > 0) lastRole = other;
  const queue = queues[lastRole];
  const least = Math.min(...queue.map(used));
  const [next] = queue.splice(
    queue.findIndex((one) => used(one) === least),
    1,
  );
  isReading = next !== undefined;
  next?.begin();
}

async function judge(bytes: Uint8Array<ArrayBuffer>, timeMs: number): Promise<PdfVerdict> {
  const worker = takeSpare() ?? (await startWorker());
  const answer = await ask(worker, bytes, timeMs);
  if (answer === null || answer.isSpent) await worker.terminate();
  else keepSpare(worker);
  return answer?.verdict ?? 'too-complex';
}

async function startWorker(): Promise<Worker> {
  const worker = new Worker(PROGRAM, {
    // No loader and no environment, which holds secrets.
    execArgv: [],
    env: {},
    workerData: {
      inflatedBytes: PDF_CHECK.inflatedBytes,
      spentBytes: (PDF_CHECK.heapMegabytes * MEGABYTE) / 2,
    },
    resourceLimits: { maxOldGenerationSizeMb: PDF_CHECK.heapMegabytes, maxYoungGenerationSizeMb: 16 },
  });
  await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  forget(worker);
  return worker;
}

/** Null: time or memory ran out. */
function ask(
  worker: Worker,
  bytes: Uint8Array<ArrayBuffer>,
  timeMs: number,
): Promise<{ verdict: PdfVerdict; isSpent: boolean } | null> {
  return new Promise((resolve) => {
    const answer = (value: { verdict: PdfVerdict; isSpent: boolean } | null) => {
      clearTimeout(timer);
      forget(worker);
      resolve(value);
    };
    const timer = setTimeout(() => answer(null), timeMs);
    worker
      .once('message', answer)
      .once('error', () => answer(null))
      .once('exit', () => answer(null));
    worker.postMessage(bytes);
  });
}

/** Later errors of this thread are ignored. */
function forget(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
  worker.on('error', () => {});
}

function takeSpare(): Worker | null {
  if (spare === null) return null;
  const { worker, timer } = spare;
  clearTimeout(timer);
  worker.ref();
  spare = null;
  return worker;
}

function keepSpare(worker: Worker): void {
  worker.unref();
  const timer = setTimeout(() => {
    spare = null;
    void worker.terminate();
  }, IDLE_MS);
  timer.unref();
  spare = { worker, timer };
}
