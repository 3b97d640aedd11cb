import { describe, expect, test } from 'vitest';
import {
  adminProcedure,
  customerProcedure,
  declaredProcedures,
  freshProcedure,
  publicProcedure,
  router,
  sessionProcedure,
  signedInProcedure,
} from '#server/access/trpc';
import { appRouter } from '#server/router';
import { declarationDifferences } from '#server/testing/declaration-differences';
import { WHO_MAY, type WhoMay } from '#server/testing/who-may';

describe('who may call what', () => {
  test('every procedure declares the access that the table states, and no line is left over', () => {
    expect(declarationDifferences(declaredProcedures(appRouter), WHO_MAY)).toEqual([]);
  });

  const TABLE: Record<string, WhoMay> = {
    open: { who: 'public', token: 'read' },
    me: { who: 'signedIn', token: 'read', withoutTwoFactor: true },
    keys: { who: 'signedIn', token: 'none', needsSession: true },
    close: { who: 'signedIn', token: 'none', needsSession: true, freshProof: 'whole' },
    send: { who: 'customer', token: 'money' },
    ledger: { who: 'admin', token: 'read' },
  };
  const RIGHT = {
    open: publicProcedure.query(() => 1),
    me: signedInProcedure.meta({ withoutTwoFactor: true }).query(() => 1),
    keys: sessionProcedure.query(() => 1),
    close: freshProcedure.mutation(() => 1),
    send: customerProcedure.meta({ moves: true }).mutation(() => 1),
    ledger: adminProcedure.query(() => 1),
  };
  const differencesWith = (planted: Parameters<typeof router>[0]) =>
    declarationDifferences(declaredProcedures(router({ ...RIGHT, ...planted })), TABLE);

  test('a router that declares what its table says has no differences', () => {
    expect(differencesWith({})).toEqual([]);
  });

  test.each([
    [
      'opened to every signed-in user',
      { ledger: signedInProcedure.query(() => 1) },
      'ledger: declares who signedIn',
    ],
    ['opened to everybody', { ledger: publicProcedure.query(() => 1) }, 'ledger: declares who public'],
    ['opened to customers', { ledger: customerProcedure.query(() => 1) }, 'ledger: declares who customer'],
    [
      'closed to customers',
      { send: adminProcedure.meta({ moves: true }).mutation(() => 1) },
      'send: declares who admin',
    ],
    [
      'opened to tokens that only read',
      { send: customerProcedure.query(() => 1) },
      'send: declares token read',
    ],
    ['closed to tokens', { send: customerProcedure.mutation(() => 1) }, 'send: declares token none'],
    ['asked without a session', { keys: signedInProcedure.mutation(() => 1) }, 'keys: declares needsSession'],
    ['asked without the second factor', { ledger: openTooEarly() }, 'ledger: declares withoutTwoFactor true'],
    [
      'asked without a fresh proof',
      { close: sessionProcedure.mutation(() => 1) },
      'close: declares freshProof false',
    ],
    [
      'asked with less of a proof',
      { close: sessionProcedure.meta({ freshProof: 'password' }).mutation(() => 1) },
      'close: declares freshProof password',
    ],
    ['without a line', { planted: adminProcedure.query(() => 1) }, 'planted: has no line'],
  ])('the table of access reports one procedure %s', (_, planted, message) => {
    const differences = differencesWith(planted);
    expect(differences).toHaveLength(1);
    expect(differences[0]).toContain(message);
    expect(differences[0]).toContain('src-server/testing/who-may.ts');
  });

  test('a line of the table without a procedure is reported', () => {
    const { ledger, ...others } = RIGHT;
    const differences = declarationDifferences(declaredProcedures(router(others)), TABLE);
    expect(differences).toEqual([expect.stringContaining('ledger: there is no such procedure')]);
  });
});

test('a procedure that asks a fresh proof of callers without a session stops the start', () => {
  const open = router({ close: publicProcedure.meta({ freshProof: 'whole' }).mutation(() => 1) });
  expect(() => declaredProcedures(open)).toThrow('fresh proof without a session: close');
});

function openTooEarly() {
  return adminProcedure.meta({ withoutTwoFactor: true }).query(() => 1);
}
