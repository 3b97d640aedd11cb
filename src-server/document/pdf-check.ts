import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { PDF_CHECK } from '#domain/limits';
import { inPdfTurn, type PdfSender } from './pdf-turns.ts';

/** `unreadable` includes encrypted and over-inflated files; `active`: scripts or launch actions. */
export type PdfVerdict = 'fine' | 'unreadable' | 'active' | 'too-complex';

/** Plain JavaScript, so that sources, tests and bundles load it alike. */
const PROGRAM = new URL('./pdf-reader.mjs', import.meta.url);
const MEGABYTE = 1024 * 1024;
/** An idle reader is ended to free its memory. */
const IDLE_MS = 10_000;
/** A start takes some 0.2 s; one that hangs would keep the turn of all others. */
const START_MS = 10_000;

/** Below the server's own, which may have to share a core with it; not lower, since its limit is of clock time. */
const PRIORITY = 5;

let spare: { reader: ChildProcess; timer: NodeJS.Timeout } | null = null;

/** In a process of its own, when it is the sender's turn (`inPdfTurn`). Refuses BUSY. */
export function checkPdf(
  bytes: Uint8Array<ArrayBuffer>,
  sender: PdfSender,
  { timeMs = PDF_CHECK.milliseconds } = {},
): Promise<PdfVerdict> {
  return inPdfTurn(sender, () => judge(bytes, timeMs));
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
    if (reader.pid !== undefined) setPriority(reader.pid, PRIORITY);
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
