import { describe, expect, test } from 'vitest';
import { declaredProcedures } from '#server/access/trpc';
import { appRouter } from '#server/router';
import type { ActName } from '#server/testing/intruder/acts';
import type { AnswerName } from '#server/testing/intruder/answers';
import { recoverAtOnce } from '#server/testing/intruder/at-once';
import type { Power } from '#server/testing/intruder/power';
import { NOT_WALKED, WALKED } from '#server/testing/intruder/procedures';
import type { OwnerKind } from '#server/testing/intruder/scene';
import type { Stolen } from '#server/testing/intruder/stolen';
import { type Cell, unanswered, walk } from '#server/testing/intruder/walk';
import { WHO_MAY } from '#server/testing/who-may';

// It hides who has an account, which `recovery.test.ts` looks at; here it is waiting alone.
recoverAtOnce();

const DAY = 24 * 60;

/** Without an answer, what was left behind works: what is looked for below can be found. `minutes`: between the act and the answer. */
const WORKS: readonly [OwnerKind, Stolen, ActName, minutes: number, Power][] = [
  ['password', 'password', 'another session', 5, 'session'],
  ['password', 'unlocked device', 'reading token', 5, 'token'],
  ['password', 'unlocked device', 'passkey', DAY, 'pays much'],
  ['app', 'money token', 'payment by token', 5, 'received'],
  ['app', 'money token', 'reviewed payment by token', 5, 'received'],
];

/** The pairs of the last attacks; `intruder-walk.test.ts` walks all of them. */
const CHOSEN: readonly [OwnerKind, Stolen, ActName[], minutes: number, ...AnswerName[]][] = [
  ['password', 'password', ['another e-mail, then app'], 5, 'undoes the app'],
  ['password', 'password', ['app, then another e-mail'], 5, 'undoes the e-mail'],
  ['password', 'password', ['another e-mail'], 5, 'recovers the password'],
  ['password', 'password', ['e-mail changed twice'], 5, 'freezes by a letter’s link'],
  ['password', 'password', ['another e-mail'], 4 * DAY, 'freezes on screen'],
  ['password', 'password', ['another e-mail'], 4 * DAY, 'bank deactivates, corrects and activates'],
  ['password', 'password', ['registered device', 'another e-mail'], 60, 'undoes the e-mail'],
  ['password', 'mailbox', ['app'], 5, 'bank deactivates, corrects and activates'],
  ['password', 'mailbox', ['recovery link'], 5, 'bank corrects the e-mail'],
  ['password', 'password and mailbox', ['trusted mule'], 5, 'freezes on screen'],
  ['password', 'unlocked device', ['passkey'], DAY + 60, 'freezes by a letter’s link'],
  [
    'password',
    'unlocked device',
    ['passkey, a day later a payment'],
    5,
    'freezes by a letter’s link',
    'bank unfreezes',
  ],
  ['app', 'money token', ['payment by token'], 1, 'changes the password'],
  ['app', 'money token', ['reviewed payment by token'], 1, 'recovers the password'],
  ['app', 'money token', ['payment by token'], 1, 'revokes tokens'],
  ['app', 'money token', ['reviewed payment by token'], 1, 'revokes tokens'],
  ['app', 'unlocked device', ['money token'], DAY, 'recovers the password'],
  ['passkey', 'unlocked device', ['app'], 5, 'undoes the app'],
];

const cellOf = ([kind, stolen, acts, minutes, ...answers]: (typeof CHOSEN)[number]): Cell => ({
  ...{ kind, stolen, acts, minutes, answers },
});

describe('what an intruder leaves behind', () => {
  test('every procedure by which something can be left behind is walked, or has a reason not to be', () => {
    const changing = declaredProcedures(appRouter).filter(
      ({ path, type }) => type === 'mutation' && WHO_MAY[path]?.who !== 'admin',
    );
    const named = [...WALKED, ...Object.keys(NOT_WALKED)];
    expect(named.toSorted()).toEqual(changing.map(({ path }) => path).toSorted());
  });

  test.for(WORKS)(
    'owner with %s, stolen %s: %s is of use after %i minutes without an answer',
    async ([kind, stolen, act, minutes, power]) => {
      const seen = await unanswered({ kind, stolen, acts: [act], minutes });
      expect(seen?.soon).toContain(power);
    },
  );

  test('no longer lets them in, moves money or undoes the answer, and shuts no owner out', async () => {
    const report = await walk(CHOSEN.map(cellOf));
    expect(report).toEqual({ cells: CHOSEN.length, broken: [], untold: [], known: 0, cannot: [] });
  });
});
