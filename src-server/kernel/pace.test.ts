import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { CALLS_PER_NETWORK } from '#domain/network-limits';
import { inItsTime, keepPace } from './pace.ts';

const CALLS = 10;

/** Milliseconds of calls one after another at a pace of a hundred a second and a fifth of the time. */
async function msOf(name: string, work: () => Promise<void>): Promise<number> {
  const pace = { name, burst: 1, perSecond: 100, share: 0.2 };
  const startedAtMs = performance.now();
  for (let call = 0; call < CALLS; call += 1) {
    await keepPace(pace, undefined);
    await inItsTime(pace, work);
  }
  return performance.now() - startedAtMs;
}

/** In pieces, as a call that asks the database in between. */
async function thinkFor(ms: number): Promise<void> {
  for (let piece = 0; piece < 4; piece += 1) {
    const untilMs = performance.now() + ms / 4;
    while (performance.now() < untilMs);
    await sleep(0);
  }
}

test('calls that take much of the thread begin as seldom as their part of it allows', async () => {
  expect(await msOf('dear', () => thinkFor(20))).toBeGreaterThan(CALLS * 20 * 4);
});

test('one long call delays the next ones of its name by a second at most', async () => {
  const pace = { name: 'long', burst: 1, perSecond: 100, share: 0.2 };
  await inItsTime(pace, () => thinkFor(400));
  const startedAtMs = performance.now();
  await keepPace(pace, undefined);
  expect(performance.now() - startedAtMs).toBeLessThan(1_700);
});

test('calls that wait delay no later ones', async () => {
  expect(await msOf('waits', async () => void (await sleep(20)))).toBeLessThan(CALLS * 20 * 3);
});

test('a call pays for its own part of the time when others run beside it', async () => {
  const other = { name: 'other', burst: 1, perSecond: 100, share: 0.2 };
  const beside = Promise.all([1, 2, 3].map(() => inItsTime(other, () => thinkFor(100))));
  const own = { name: 'own', burst: 1, perSecond: 100, share: 0.2 };
  await inItsTime(own, async () => void (await sleep(80)));
  await beside;
  const startedAtMs = performance.now();
  await keepPace(own, undefined);
  // It did nothing, and pays for a part of what the others did.
  expect(performance.now() - startedAtMs).toBeLessThan((80 / 0.2) * 0.75);
});

test('an office of 300 that opens eight dashboards a second, of four calls each, waits for none of its calls', async () => {
  let nowMs = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const pace = { name: 'office', ...CALLS_PER_NETWORK.others };
  let begun = 0;
  for (; begun < 120 * 38; begun += 1) {
    nowMs += 1_000 / 38;
    if (await keepPace(pace, undefined)) break;
  }
  clock.mockRestore();
  expect(begun).toBe(120 * 38);
});
