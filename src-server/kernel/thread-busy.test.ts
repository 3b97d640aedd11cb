import { afterEach, beforeEach, expect, test } from 'vitest';
import { CROWDED_PROCESS } from '#domain/network-limits';
import { forgetThreadBusy, noteCounted, threadBusy } from './thread-busy.ts';

const { rememberedMs, busyFrom } = CROWDED_PROCESS;

beforeEach(forgetThreadBusy);
// Other files share the module, and its clock may be ahead.
afterEach(forgetThreadBusy);

function thinkFor(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}

test('what the thread did beside what was counted is known, three times as much at most', () => {
  thinkFor(60);
  noteCounted(40);
  const { share, perCounted } = threadBusy();
  expect(share).toBeGreaterThan(50 / rememberedMs);
  expect(perCounted).toBeGreaterThan(1.2);
  thinkFor(60);
  noteCounted(0);
  thinkFor(60);
  noteCounted(0);
  expect(threadBusy().perCounted).toBe(3);
});

test('a thread that did a little in a long gap was not busy', () => {
  thinkFor(300);
  noteCounted(1, performance.now() + 600_000);
  expect(threadBusy().share).toBeLessThan(0.01 * busyFrom);
});
