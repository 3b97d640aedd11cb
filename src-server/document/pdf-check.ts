import { Worker } from 'node:worker_threads';
import type { Role } from '#domain/auth/role';
import { PDF_CHECK } from '#domain/limits';
import { refuse } from '#domain/refusal';

/** `unreadable` includes encrypted and over-inflated files; `active`: scripts or launch actions. */
export type PdfVerdict = 'fine' | 'unreadable' | 'active' | 'too-complex';

export type PdfSender = { id: string; role: Role };

/** Plain JavaScript, so that sources, tests and bundles load it alike. */
const PROGRAM = new URL('./pdf-worker.mjs', import.meta.url);
const MEGABYTE = 1024 * 1024;
/** An idle thread is ended to free its memory. */
const IDLE_MS = 10_000;

let spare: { worker: Worker; timer: NodeJS.Timeout } | null = null;

/** Users with a PDF in the queue. */
const senders = new Set<string>();
/** Customers and administrators take turns. */
const queues: Record<Role, (() => void)[]> = { cliente: [], admin: [] };
let isReading = false;
let lastRole: Role = 'cliente';

/** One PDF at a time, in a worker thread. Refuses BUSY (queue full, or sender already in it). */
export async function checkPdf(
  bytes: Uint8Array<ArrayBuffer>,
  { id, role }: PdfSender,
  { timeMs = PDF_CHECK.milliseconds } = {},
): Promise<PdfVerdict> {
  if (senders.has(id) || queues[role].length >= PDF_CHECK.inLine)
    refuse('BUSY', { retryAfterSeconds: PDF_CHECK.retryAfterSeconds });
  senders.add(id);
  try {
    if (isReading) await new Promise<void>((resolve) => queues[role].push(resolve));
    isReading = true;
    return await judge(bytes, timeMs);
  } finally {
    senders.delete(id);
    startNext();
  }
}

function startNext(): void {
  const other = lastRole === 'admin' ? 'cliente' : 'admin';
  if (queues[other].length > 0) lastRole = other;
  const next = queues[lastRole].shift();
  isReading = next !== undefined;
  next?.();
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
