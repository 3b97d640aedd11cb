import { write, writeSync } from 'node:fs';
import process from 'node:process';

/** Takes whole lines, and never throws, waits or ends the process for them. */
export type LogSink = {
  write(line: string): void;
  /** Lines that could not be written, or came while too many waited. */
  dropped(): number;
};

/** What may wait for a reader that is slow or stands still, in characters; what comes on top is dropped. */
const MOST_WAITING = 4_000_000;
const BUSY_MS = 50;

/**
 * Writes lines to a file descriptor, those that come while one is written together with the next. A volume that is full, a
 * pipe that nobody reads and a device that fails cost lines, which are counted, and nothing else.
 * Not pino's own destination: its exit hook tries to write to a full volume until it can.
 */
export function openLogSink(fd: number): LogSink {
  let waiting: string[] = [];
  let waitingLength = 0;
  let isScheduled = false;
  let isWriting = false;
  let dropped = 0;

  const next = () => {
    isScheduled = false;
    if (isWriting || waiting.length === 0) return;
    const lines = waiting;
    waiting = [];
    waitingLength = 0;
    isWriting = true;
    send(Buffer.from(lines.join('')), lines.length);
  };
  const done = () => {
    isWriting = false;
    next();
  };
  const send = (bytes: Buffer, lines: number) =>
    write(fd, bytes, (error, written) => {
      if (error?.code === 'EAGAIN') return void setTimeout(() => send(bytes, lines), BUSY_MS).unref();
      if (error) dropped += lines;
      else if (written < bytes.length) return send(bytes.subarray(written), lines);
      return done();
    });
  process.on('exit', () => {
    // Whoever has not taken the last lines for so long will not take these.
    if (isWriting || waiting.length === 0) return;
    try {
      writeSync(fd, waiting.join(''));
    } catch {
      // There is nobody left to tell.
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
      if (isWriting || isScheduled) return;
      isScheduled = true;
      // Lines of one turn of the event loop go together.
      setImmediate(next);
    },
    dropped: () => dropped,
  };
}

/** Where the server's log goes. */
export const standardOutput = openLogSink(1);
