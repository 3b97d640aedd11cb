import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Role } from '#domain/auth/role';
import { PDF_CHECK } from '#domain/limits';
import { Refusal } from '#domain/refusal';

/** `unreadable` includes encrypted and over-inflated files; `active`: scripts or launch actions. */
export type PdfVerdict = 'fine' | 'unreadable' | 'active' | 'too-complex';

export type PdfSender = { id: string; role: Role };

/** Plain JavaScript, so that sources, tests and bundles load it alike. */
const PROGRAM = new URL('./pdf-reader.mjs', import.meta.url);
const MEGABYTE = 1024 * 1024;
const HOUR_MS = 3_600_000;
/** An idle reader is ended to free its memory. */
const IDLE_MS = 10_000;
/** A start takes some 0.2 s; one that hangs would keep the turn of all others. */
const START_MS = 10_000;

let spare: { reader: ChildProcess; timer: NodeJS.Timeout } | null = null;

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

/** One PDF at a time, in a process of its own. Refuses BUSY (queue full, or sender already in it). */
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
  const reader = takeSpare() ?? (await startReader());
  const answer = await ask(reader, bytes, timeMs);
  if (answer === null || answer.isSpent) reader.kill('SIGKILL');
  else keepSpare(reader);
  return answer?.verdict ?? 'too-complex';
}

/** A process rather than a thread: V8 ends the whole process of a thread that asks for much memory at once. */
async function startReader(): Promise<ChildProcess> {
  const { heapMegabytes, inflatedBytes } = PDF_CHECK;
  const reader = fork(PROGRAM, [String(inflatedBytes), String((heapMegabytes * MEGABYTE) / 2)], {
    // No loader and no environment, which holds secrets.
    execArgv: [`--max-old-space-size=${heapMegabytes}`, '--max-semi-space-size=16'],
    env: {},
    serialization: 'advanced',
    stdio: 'ignore',
  });
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), START_MS);
  reader.once('exit', () => late.abort());
  try {
    // Rejects with an error of the process.
    await once(reader, 'message', { signal: late.signal });
  } catch (error) {
    reader.kill('SIGKILL');
    throw new Error('the reader of PDFs did not start', { cause: error });
  } finally {
    clearTimeout(timer);
    forget(reader);
  }
  return reader;
}

type Answer = { verdict: PdfVerdict; isSpent: boolean };

/** Null: time or memory ran out. */
function ask(reader: ChildProcess, bytes: Uint8Array<ArrayBuffer>, timeMs: number): Promise<Answer | null> {
  return new Promise((resolve) => {
    const answer = (value: Answer | null) => {
      clearTimeout(timer);
      forget(reader);
      resolve(value);
    };
    const timer = setTimeout(() => answer(null), timeMs);
    reader
      .once('message', (value) => answer(value as Answer))
      .once('error', () => answer(null))
      .once('exit', () => answer(null));
    reader.send(bytes, () => {});
  });
}

/** Later errors of this reader are ignored. */
function forget(reader: ChildProcess): void {
  for (const event of ['message', 'error', 'exit']) reader.removeAllListeners(event);
  reader.on('error', () => {});
}

function takeSpare(): ChildProcess | null {
  if (spare === null) return null;
  const { reader, timer } = spare;
  clearTimeout(timer);
  spare = null;
  if (!reader.connected) return null;
  reader.ref();
  reader.channel?.ref();
  return reader;
}

function keepSpare(reader: ChildProcess): void {
  reader.unref();
  reader.channel?.unref();
  const timer = setTimeout(() => {
    spare = null;
    reader.kill('SIGKILL');
  }, IDLE_MS);
  timer.unref();
  spare = { reader, timer };
}
