import { describe, expect, test } from 'vitest';
import { testDb } from '#db/testing/test-db';
import { advance, fixedClock, systemClock } from './clock.ts';

describe('the clock', () => {
  test('knows the date of São Paulo, not of Greenwich', () => {
    expect(fixedClock('2026-03-11T02:59:59Z').today()).toBe('2026-03-10');
    expect(fixedClock('2026-03-11T03:00:00Z').today()).toBe('2026-03-11');
  });

  test('moves the bank’s time for every clock that syncs, and never the real one', async () => {
    const db = await testDb();
    const one = fixedClock('2026-03-10T12:00:00-03:00');
    const other = fixedClock('2026-03-10T12:00:00-03:00');
    await advance(db, 30);
    await advance(db, 1);
    expect(one.today()).toBe('2026-03-10');
    await one.sync(db);
    expect(one.today()).toBe('2026-04-10');
    expect(one.now().toISOString()).toBe('2026-04-10T15:00:00.000Z');
    expect(one.real().toISOString()).toBe('2026-03-10T15:00:00.000Z');
    await other.sync(db);
    expect(other.today()).toBe('2026-04-10');
  });

  test('never goes back', async () => {
    const db = await testDb();
    await expect(advance(db, -1)).rejects.toThrow('forward');
    await expect(advance(db, 0.5)).rejects.toThrow('whole days');
  });

  test('adds up moves made at the same time', async () => {
    const db = await testDb();
    await Promise.all([advance(db, 1), advance(db, 2), advance(db, 3)]);
    const clock = fixedClock('2026-03-10T12:00:00-03:00');
    await clock.sync(db);
    expect(clock.today()).toBe('2026-03-16');
  });

  test('of the machine runs, a fixed one stands until it is set', () => {
    const system = systemClock();
    expect(Math.abs(system.now().getTime() - Date.now())).toBeLessThan(1000);
    const clock = fixedClock('2026-03-10T12:00:00Z');
    clock.passSeconds(61);
    expect(clock.real().toISOString()).toBe('2026-03-10T12:01:01.000Z');
    clock.set('2025-01-01T00:00:00Z');
    expect(clock.now().toISOString()).toBe('2025-01-01T00:00:00.000Z');
    expect(() => clock.set('yesterday')).toThrow('not a moment');
  });
});
