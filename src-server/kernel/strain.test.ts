import { afterEach, beforeEach, expect, test } from 'vitest';
import { CROWDED_PROCESS } from '#domain/network-limits';
import { forgetStrain, strainOfThread } from './strain.ts';

const { busyFrom, mostStrain } = CROWDED_PROCESS;

let { active, idle } = performance.eventLoopUtilization();

beforeEach(() => {
  forgetStrain();
  ({ active, idle } = performance.eventLoopUtilization());
});
// Other files share the module, and its clock may be ahead.
afterEach(forgetStrain);

/** What the thread tells after it was busy for `share` of `ms`, asked every 100 ms. */
function after(ms: number, share: number): number {
  let strain = 1;
  for (let passedMs = 0; passedMs < ms; passedMs += 100) {
    active += 100 * share;
    idle += 100 * (1 - share);
    strain = strainOfThread({ active, idle, utilization: share });
  }
  return strain;
}

test('a thread that is busy for most of the time strains within seconds, up to a limit', () => {
  expect(after(2_500, 0.9)).toBeGreaterThan(mostStrain / 2);
  expect(after(600_000, 0.9)).toBe(mostStrain);
});

test('strain goes away within seconds too, and whole', () => {
  after(10_000, 0.9);
  expect(after(2_000, 0.1)).toBeGreaterThan(1);
  expect(after(30_000, 0.1)).toBe(1);
});

test('a thread with room for others does not strain', () => {
  expect(after(600_000, busyFrom - 0.01)).toBe(1);
});

test('a thread whose work comes in bursts does not strain', () => {
  for (let burst = 0; burst < 1_000; burst += 1) {
    after(100, 1);
    expect(after(200, 0)).toBe(1);
  }
});

test('a long piece of work strains for a moment, and a silence relieves', () => {
  active += 10_000;
  const strain = strainOfThread({ active, idle, utilization: 1 });
  expect(strain).toBeGreaterThan(1);
  expect(strain).toBeLessThan(mostStrain);
  idle += 60_000;
  expect(strainOfThread({ active, idle, utilization: 0 })).toBe(1);
});
