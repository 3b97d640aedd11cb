import { expect, test } from 'vitest';
import { ROWS_PER_CALLER } from '#domain/limits';
import { ROWS_PER_NETWORK } from '#domain/network-limits';
import { Refusal } from '#domain/refusal';
import { requireRows, spendRows } from './row-budget.ts';

const { burst, perSecond } = ROWS_PER_CALLER;

function secondsToWait(who: string, nowMs: number): number | undefined {
  try {
    requireRows(who, nowMs);
    return 0;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'TOO_MANY_ATTEMPTS')
      return error.details.retryAfterSeconds;
    throw error;
  }
}

test('a caller who has read more rows than allowed waits until they are earned again, and nobody else does', () => {
  spendRows('ana', Array(burst - 1), 0);
  expect(secondsToWait('ana', 0)).toBe(0);
  spendRows('ana', { rows: Array(perSecond), nextCursor: null, others: Array(perSecond + 1) }, 0);
  expect(secondsToWait('ana', 0)).toBe(2);
  expect(secondsToWait('ana', 1999)).toBe(1);
  expect(secondsToWait('ana', 2001)).toBe(0);
  expect(secondsToWait('bruno', 0)).toBe(0);
});

test('a network reads as much as some of its callers together', () => {
  const home = 'network 203.0.113.9';
  spendRows(home, Array(ROWS_PER_NETWORK.burst - 1), 0, ROWS_PER_NETWORK);
  expect(secondsToWait(home, 0)).toBe(0);
  spendRows(home, Array(ROWS_PER_NETWORK.perSecond + 1), 0, ROWS_PER_NETWORK);
  expect(secondsToWait(home, 0)).toBe(1);
  expect(secondsToWait(home, 1001)).toBe(0);
});

test('answers without lists cost nothing, and a pause earns no more than the burst', () => {
  for (let calls = 0; calls < burst * 2; calls += 1)
    spendRows('carla', { amount: '1.00', entry: { id: 1 } }, 0);
  expect(secondsToWait('carla', 0)).toBe(0);
  spendRows('carla', [1], 0);
  spendRows('carla', Array(burst), 86_400_000);
  expect(secondsToWait('carla', 86_400_000)).toBe(1);
});
