import { describe, expect, test } from 'vitest';
import { SESSION_LIMITS } from '#domain/limits';
import { standingAfter } from './session-standing.ts';

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
