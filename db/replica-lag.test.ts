import { expect, test } from 'vitest';
import { ReplicaLag } from '#db/replica-lag';

test('a replica that has replayed everything is not behind, however long nothing was committed', () => {
  const lag = new ReplicaLag();
  lag.note(100, 0);
  lag.reached(100);
  expect(lag.behindMs(3_600_000)).toBe(0);
});

test('the lag is the age of the oldest position that the replica has not replayed', () => {
  const lag = new ReplicaLag();
  for (const second of [1, 2, 3, 4]) lag.note(second * 100, second * 1_000);
  lag.reached(250);
  expect(lag.behindMs(5_000)).toBe(2_000);
  lag.reached(400);
  expect(lag.behindMs(5_000)).toBe(0);
});

test('the lag of a replica that is away for a day is still known', () => {
  const lag = new ReplicaLag();
  for (let second = 1; second <= 86_400; second += 1) lag.note(second, second * 1_000);
  expect(lag.behindMs(86_400_000)).toBe(86_399_000);
  lag.reached(86_300);
  expect(lag.behindMs(86_400_000)).toBeLessThanOrEqual(100_000);
});
