import { describe, expect, test } from 'vitest';
import { SESSION_LIMITS } from '#domain/limits';
import { standingAfter } from './session-standing.ts';

const minutes = (count: number) => count * 60_000;

describe('an unused session', () => {
  test.each([
    ['cliente', 13],
    ['admin', 8],
  ] as const)(
    'an unused session of role %s gets a warning after %i minutes and ends one minute later',
    (role, announced) => {
      expect(standingAfter(role, 0)).toEqual({ kind: 'open', forMs: minutes(announced) });
      expect(standingAfter(role, minutes(announced) - 1)).toEqual({ kind: 'open', forMs: 1 });
      expect(standingAfter(role, minutes(announced))).toEqual({ kind: 'ending', secondsLeft: 60 });
      expect(standingAfter(role, minutes(announced + 1) - 1)).toEqual({ kind: 'ending', secondsLeft: 1 });
      expect(standingAfter(role, minutes(announced + 1))).toEqual({ kind: 'over' });
      expect(minutes(announced + 1)).toBeLessThan(SESSION_LIMITS[role].idleSeconds * 1000);
    },
  );

  test('a session counts as used just now when the clock was set back', () => {
    expect(standingAfter('cliente', -minutes(90))).toEqual(standingAfter('cliente', 0));
  });
});
