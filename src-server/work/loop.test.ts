import { expect, test, vi } from 'vitest';
import { startLoop, type Turn } from './loop.ts';

test('a loop takes turns until it is stopped, and stopping waits for the turn at hand', async () => {
  const seen: string[] = [];
  let finish = () => {};
  const turns: (() => Promise<Turn>)[] = [
    async () => 'again',
    async () => 'rest',
    () => new Promise((resolve) => (finish = () => resolve('rest'))),
  ];
  const loop = startLoop(
    (isStopping) => {
      seen.push(isStopping() ? 'stopping' : 'running');
      return turns[seen.length - 1]?.() ?? Promise.resolve('rest');
    },
    { everyMs: 1 },
    () => {},
  );
  await vi.waitFor(() => expect(seen).toHaveLength(3));
  let isStopped = false;
  const stopped = loop.stop().then(() => (isStopped = true));
  await new Promise(setImmediate);
  expect(isStopped).toBe(false);
  finish();
  await stopped;
  expect(seen).toEqual(['running', 'running', 'running']);
});

test('a loop goes on after a turn that throws, and waits longer after each failure in a row', async () => {
  const errors: unknown[] = [];
  const at: number[] = [];
  const loop = startLoop(
    async () => {
      at.push(performance.now());
      if (at.length % 2) throw new Error(`turn ${at.length}`);
      return 'failed';
    },
    { everyMs: 10, maxPauseMs: 40 },
    (error) => errors.push(error),
  );
  await vi.waitFor(() => expect(at.length).toBeGreaterThanOrEqual(4));
  await loop.stop();
  expect(errors.map(String).slice(0, 2)).toEqual(['Error: turn 1', 'Error: turn 3']);
  // 20, then 40 at most; a timer may fire a millisecond early.
  expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(18);
  expect((at[3] ?? 0) - (at[2] ?? 0)).toBeGreaterThanOrEqual(38);
});
