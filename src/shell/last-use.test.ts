// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SESSION_LIMITS } from '#domain/limits';
import { forgetUse, noteUse, standingAfter, unusedMs } from './last-use.ts';

const minutes = (count: number) => count * 60_000;

describe('a session that is not used', () => {
  test.each([
    ['cliente', 13],
    ['admin', 8],
  ] as const)(
    'of role %s is announced to end after %i minutes, and a minute later it is over',
    (role, announced) => {
      expect(standingAfter(role, 0)).toEqual({ kind: 'open', forMs: minutes(announced) });
      expect(standingAfter(role, minutes(announced) - 1)).toEqual({ kind: 'open', forMs: 1 });
      expect(standingAfter(role, minutes(announced))).toEqual({ kind: 'ending', secondsLeft: 60 });
      expect(standingAfter(role, minutes(announced + 1) - 1)).toEqual({ kind: 'ending', secondsLeft: 1 });
      expect(standingAfter(role, minutes(announced + 1))).toEqual({ kind: 'over' });
      expect(minutes(announced + 1)).toBeLessThan(SESSION_LIMITS[role].idleSeconds * 1000);
    },
  );

  test('counts as used just now when the clock was put back meanwhile', () => {
    expect(standingAfter('cliente', -minutes(90))).toEqual(standingAfter('cliente', 0));
  });
});

describe('the last use', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
    forgetUse();
  });

  test('is shared by all windows, and gone for all when the session was ended', () => {
    expect(unusedMs()).toBeNull();
    noteUse();
    vi.advanceTimersByTime(5000);
    expect(unusedMs()).toBe(5000);
    localStorage.setItem('ultimo-uso', String(Date.now() - 1000));
    expect(unusedMs()).toBe(1000);
    localStorage.removeItem('ultimo-uso');
    expect(unusedMs()).toBeNull();
  });

  test('is the own window’s where nothing can be stored', () => {
    const refuse = () => {
      throw new Error('blocked');
    };
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse);
    noteUse();
    vi.advanceTimersByTime(2000);
    expect(unusedMs()).toBe(2000);
  });
});
