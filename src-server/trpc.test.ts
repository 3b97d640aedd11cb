import { initTRPC } from '@trpc/server';
import { describe, expect, test } from 'vitest';
import type { Context } from './context.ts';
import { newCookieJar } from './cookies.ts';
import { toAnswer } from './refusals.ts';
import { type TestBank, testBank } from './testing/test-bank.ts';
import {
  adminProcedure,
  createCallerFactory,
  customerProcedure,
  declaredProcedures,
  publicProcedure,
  router,
  signedInProcedure,
} from './trpc.ts';

const routes = router({
  open: publicProcedure.query(() => 'in'),
  mine: signedInProcedure.query(({ ctx }) => ctx.user.id),
  money: customerProcedure.query(({ ctx }) => ctx.user.id),
  office: adminProcedure.query(({ ctx }) => ctx.user.id),
});

function callsAs(bank: TestBank, role: 'cliente' | 'admin' | null) {
  const at = bank.clock.real();
  const context: Context = {
    ...bank,
    request: { id: 'test', ip: '127.0.0.1', userAgent: 'vitest', deviceToken: null, sessionToken: null },
    user: role && { id: role, fullName: 'Somebody', role },
    session: role && { id: 'hash', publicId: 'public', expiresAt: at, absoluteExpiresAt: at },
    cookies: newCookieJar(bank.env.APP_ORIGIN),
  };
  const call = createCallerFactory(routes)(context);
  return {
    open: () => call.open(),
    mine: () => call.mine(),
    money: () => call.money(),
    office: () => call.office(),
  };
}

const outcome = (call: () => Promise<string>) =>
  call().then(
    () => 'in',
    (error: unknown) => toAnswer(error).body.code,
  );

describe('the ladder of procedures', () => {
  test.each([
    [null, { open: 'in', mine: 'UNAUTHENTICATED', money: 'UNAUTHENTICATED', office: 'UNAUTHENTICATED' }],
    ['cliente', { open: 'in', mine: 'in', money: 'in', office: 'FORBIDDEN' }],
    ['admin', { open: 'in', mine: 'in', money: 'FORBIDDEN', office: 'in' }],
  ] as const)('%s may: %o', async (role, expected) => {
    const calls = callsAs(await testBank(), role);
    for (const name of ['open', 'mine', 'money', 'office'] as const)
      expect(await outcome(calls[name]), name).toBe(expected[name]);
  });

  test('a procedure that declares nothing stops the start', () => {
    const other = initTRPC.context<Context>().meta<{ access?: string }>().create();
    const bare = other.router({
      hidden: other.procedure.query(() => 1),
      deep: other.router({ odd: other.procedure.meta({ access: 'all' }).query(() => 1) }),
    });
    expect(() => declaredProcedures(bare)).toThrow('hidden, deep.odd');
    expect(declaredProcedures(routes).map(({ path, access }) => `${path} ${access}`)).toEqual([
      'open public',
      'mine signedIn',
      'money customer',
      'office admin',
    ]);
  });
});
