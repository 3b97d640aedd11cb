import { AsyncLocalStorage } from 'node:async_hooks';

const running = new AsyncLocalStorage<AbortSignal>();

/** The process ends before its work is done. What is done stays; the rest is left to another process, or to the next start. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/**
 * Runs work whose loops end between two pieces, with Stopped, once `signal` aborts. It is not handed down: the loops of a comparison
 * or a check know their table only.
 */
export const untilStopped = <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> =>
  running.run(signal, work);

/** Throws Stopped if the work that runs is to stop. For loops, before each piece. */
export function goOn(): void {
  if (running.getStore()?.aborted) throw stops();
}

/** As `reading`, which changes nothing: it is not waited for once the work is to stop. */
export function unlessStopped<T>(reading: Promise<T>): Promise<T> {
  const signal = running.getStore();
  if (!signal) return reading;
  let stop = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(stops());
  });
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  return Promise.race([reading, stopped]).finally(() => signal.removeEventListener('abort', stop));
}

const stops = (): Stopped => new Stopped('the process stops');
