/** @module-tag postgres */
import { describe, expect, test } from 'vitest';
import { testDb } from '#db/testing/test-db';
import { advance, fixedClock, systemClock } from './clock.ts';

describe('the clock', () => {
  test('the clock gives the date of São Paulo, not of Greenwich', () => {
    expect(fixedClock('2026-03-11T02:59:59Z').today()).toBe('2026-03-10');
    expect(fixedClock('2026-03-11T03:00:00Z').today()).toBe('2026-03-11');
  });

  test("moving the bank's time moves every clock that syncs, and never the real time", async () => {
    const db = await testDb();
    const one = fixedClock('2026-03-10T12:00:00-03:00');
    const other = fixedClock('2026-03-10T12:00:00-03:00');
    await advance(db, { days: 30 });
    await advance(db, { days: 1 });
    expect(one.today()).toBe('2026-03-10');
    await one.sync(db);
    expect(one.today()).toBe('2026-04-10');
    expect(one.now().toISOString()).toBe('2026-04-10T15:00:00.000Z');
    expect(one.real().toISOString()).toBe('2026-03-10T15:00:00.000Z');
    await other.sync(db);
    expect(other.today()).toBe('2026-04-10');
  });

  test("the bank's time moves only forward, and its days are whole", async () => {
    const db = await testDb();
    await expect(advance(db, { days: -1 })).rejects.toThrow('forward');
    await expect(advance(db, { days: 0.5 })).rejects.toThrow('whole days');
    await expect(advance(db, { minutes: -1 })).rejects.toThrow('forward');
  });

  test("the bank's time also moves by minutes, over midnight in São Paulo", async () => {
    const db = await testDb();
    const clock = fixedClock('2026-12-30T23:59:30-03:00');
    await advance(db, { days: 1 });
    await clock.sync(db);
    expect(clock.today()).toBe('2026-12-31');
    await advance(db, { minutes: 1 });
    await clock.sync(db);
    expect(clock.now().toISOString()).toBe('2027-01-01T03:00:30.000Z');
    expect(clock.today()).toBe('2027-01-01');
    expect(clock.real().toISOString()).toBe('2026-12-31T02:59:30.000Z');
  });

  test("concurrent moves of the bank's time add up", async () => {
    const db = await testDb();
    await Promise.all([advance(db, { days: 1 }), advance(db, { days: 2 }), advance(db, { days: 3 })]);
    const clock = fixedClock('2026-03-10T12:00:00-03:00');
    await clock.sync(db);
    expect(clock.today()).toBe('2026-03-16');
  });

  test('the system clock runs, and a fixed clock stands until it is set', () => {
    const system = systemClock();
    const before = Date.now();
    const now = system.now().getTime();
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
    const clock = fixedClock('2026-03-10T12:00:00Z');
    clock.passSeconds(61);
    expect(clock.real().toISOString()).toBe('2026-03-10T12:01:01.000Z');
    clock.set('2025-01-01T00:00:00Z');
    expect(clock.now().toISOString()).toBe('2025-01-01T00:00:00.000Z');
    expect(() => clock.set('yesterday')).toThrow('not a moment');
  });
});
