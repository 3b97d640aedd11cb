import { write, writeSync } from 'node:fs';
import process from 'node:process';

export type LogSink = {
  write(line: string): void;
  dropped(): number;
};

/** Characters that may wait for a slow reader; more is dropped. */
const MOST_WAITING = 4_000_000;
const BUSY_MS = 50;
/** Lines of so many milliseconds are written at once: each write wakes another thread. */
const TOGETHER_MS = 10;

/** Writes lines in batches; counts those it had to drop. Pino's own exit hook would retry for ever on a full volume. */
export function openLogSink(fd: number): LogSink {
  let waiting: string[] = [];
  let waitingLength = 0;
  let isScheduled = false;
  let isWriting = false;
  let dropped = 0;

  const next = () => {
    isScheduled = false;
    const lines = waiting;
    waiting = [];
    waitingLength = 0;
    isWriting = true;
    send(Buffer.from(lines.join('')), lines.length);
  };
  const schedule = () => {
    if (isWriting || isScheduled || waiting.length === 0) return;
    isScheduled = true;
    setTimeout(next, TOGETHER_MS);
  };
  const done = () => {
    isWriting = false;
    schedule();
  };
  const send = (bytes: Buffer, lines: number) =>
    write(fd, bytes, (error, written) => {
      if (error?.code === 'EAGAIN') return void setTimeout(() => send(bytes, lines), BUSY_MS).unref();
      if (error) dropped += lines;
      else if (written < bytes.length) return send(bytes.subarray(written), lines);
      return done();
    });
  process.on('exit', () => {
    // A reader that still blocks the previous write will not take these lines either.
    if (isWriting || waiting.length === 0) return;
    try {
      writeSync(fd, waiting.join(''));
    } catch {
      // Nobody is left to report to.
    }
  });
  return {
    write: (line) => {
      if (waitingLength > MOST_WAITING) {
        dropped += 1;
        return;
      }
      waiting.push(line);
      waitingLength += line.length;
      schedule();
    },
    dropped: () => dropped,
  };
}

export const standardOutput = openLogSink(1);
