import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inThreadAndIdleTime, inThreadTime } from './thread-time.ts';

function thinkFor(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}

async function tookMsOf(run: () => Promise<void>): Promise<number> {
  let took = Number.NaN;
  await inThreadTime(run, (tookMs) => {
    took = tookMs;
  });
  return took;
}

async function think(pieces: number, ms: number): Promise<void> {
  for (let piece = 0; piece < pieces; piece += 1) {
    thinkFor(ms);
    await (piece % 2 ? nextTurn() : Promise.resolve());
  }
}

test('what runs beside it, and what it waits for, is not its own', async () => {
  const [dear, cheap, waiting] = await Promise.all([
    tookMsOf(() => think(20, 5)),
    tookMsOf(() => think(20, 0.1)),
    tookMsOf(async () => void (await sleep(50))),
  ]);
  expect(dear).toBeGreaterThan(100);
  expect(cheap).toBeGreaterThan(2);
  expect(cheap).toBeLessThan(20);
  expect(waiting).toBeLessThan(5);
});

test('a call within a call counts for both, and one that fails is told too', async () => {
  let inner = 0;
  const outer = await tookMsOf(async () => {
    thinkFor(10);
    inner = await tookMsOf(() => think(4, 10));
    thinkFor(10);
  });
  expect(inner).toBeGreaterThan(40);
  expect(outer).toBeGreaterThan(inner + 20);
  const told: number[] = [];
  const failing = inThreadTime(
    async () => {
      thinkFor(5);
      throw new Error('broken');
    },
    (tookMs) => told.push(tookMs),
  );
  await expect(failing).rejects.toThrow('broken');
  expect(told[0]).toBeGreaterThanOrEqual(5);
});

test('waiting for the database counts while nothing else runs, and not while others keep the thread busy', async () => {
  const waited = async (beside: () => Promise<void>) => {
    let took = Number.NaN;
    const waiting = inThreadAndIdleTime(
      () => sleep(100),
      (tookMs) => {
        took = tookMs;
      },
    );
    await Promise.all([waiting, beside()]);
    return took;
  };
  expect(await waited(async () => {})).toBeGreaterThan(80);
  expect(await waited(() => think(40, 5))).toBeLessThan(30);
});
