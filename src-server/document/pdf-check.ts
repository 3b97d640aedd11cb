import { Worker } from 'node:worker_threads';
import type { Role } from '#domain/auth/role';
import { PDF_CHECK } from '#domain/limits';
import { refuse } from '#domain/refusal';

/**
 * What is wrong with a PDF: nothing, it cannot be read (truncated, corrupted, encrypted, inflated beyond measure), it acts
 * by itself (script, launching), or reading it took more time or memory than any honest file does.
 */
export type PdfVerdict = 'fine' | 'unreadable' | 'active' | 'too-complex';

export type PdfSender = { id: string; role: Role };

/** Plain JavaScript, found where it lies: by the server's sources, by tests, and by a bundle of both. */
const PROGRAM = new URL('./pdf-worker.mjs', import.meta.url);
const MEGABYTE = 1024 * 1024;
/** A thread that nobody needs any more gives its memory back. */
const IDLE_MS = 10_000;

/** The thread that read the last file well, and the timer that ends it. */
let spare: { worker: Worker; timer: NodeJS.Timeout } | null = null;

/** Whose PDF waits or is being read. */
const senders = new Set<string>();
/** Who waits for their turn; customers and administrators in turns, so that neither keeps the others out. */
const lines: Record<Role, (() => void)[]> = { cliente: [], admin: [] };
let isReading = false;
let lastRole: Role = 'cliente';

/**
 * Judges a PDF in a thread that is ended when it takes too long, so that whatever it holds the server goes on serving. One at
 * a time, so that uploads take one core at most. Refuses BUSY when too many wait, or another of the same sender does.
 * `timeMs`: how long reading may take.
 */
export async function checkPdf(
  bytes: Uint8Array<ArrayBuffer>,
  { id, role }: PdfSender,
  { timeMs = PDF_CHECK.milliseconds } = {},
): Promise<PdfVerdict> {
  if (senders.has(id) || lines[role].length >= PDF_CHECK.inLine)
    refuse('BUSY', { retryAfterSeconds: PDF_CHECK.retryAfterSeconds });
  senders.add(id);
  try {
    if (isReading) await new Promise<void>((resolve) => lines[role].push(resolve));
    isReading = true;
    return await judge(bytes, timeMs);
  } finally {
    senders.delete(id);
    letNextIn();
  }
}

function letNextIn(): void {
  const other = lastRole === 'admin' ? 'cliente' : 'admin';
  if (lines[other].length > 0) lastRole = other;
  const next = lines[lastRole].shift();
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
    // Neither the server's loader nor its environment, where the secrets are.
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

/** The thread's answer; null when it ran out of time or memory. */
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

/** Nobody waits for this thread any more; what it still fails at is nobody's error. */
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
