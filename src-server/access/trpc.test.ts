import { setTimeout as sleep } from 'node:timers/promises';
import { initTRPC } from '@trpc/server';
import { describe, expect, test } from 'vitest';
import { CALLS_PER_CALLER } from '#domain/limits';
import { newCookieJar } from '#server/http/cookies';
import type { Context } from '#server/kernel/context';
import { toAnswer } from '#server/kernel/to-answer';
import { type TestBank, testBank } from '#server/testing/test-bank';
import {
  adminProcedure,
  createCallerFactory,
  customerProcedure,
  declaredProcedures,
  publicProcedure,
  router,
  sessionProcedure,
  signedInProcedure,
} from './trpc.ts';

let running = 0;
let most = 0;

const routes = router({
  open: publicProcedure.query(() => 'in'),
  mine: signedInProcedure.query(({ ctx }) => ctx.user.id),
  money: customerProcedure.query(({ ctx }) => ctx.user.id),
  office: adminProcedure.query(({ ctx }) => ctx.user.id),
  send: customerProcedure.meta({ moves: true }).mutation(({ ctx }) => ctx.user.id),
  rename: customerProcedure.mutation(({ ctx }) => ctx.user.id),
  enter: publicProcedure.mutation(() => 'in'),
  keys: sessionProcedure.query(({ ctx }) => ctx.session.id),
  slow: publicProcedure.query(async () => {
    running += 1;
    most = Math.max(most, running);
    await sleep(5);
    running -= 1;
    return 'in';
  }),
});

type By = 'session' | 'read' | 'money' | 'wrong';

function callsAs(bank: TestBank, role: 'cliente' | 'admin' | null, by: By = 'session') {
  const at = bank.clock.real();
  const context: Context = {
    ...bank,
    request: {
      id: 'test',
      ip: '127.0.0.1',
      userAgent: 'vitest',
      deviceToken: null,
      challengeToken: null,
      sessionToken: null,
      bearerToken: by === 'session' ? null : 'vb_token',
    },
    user: role && { id: role, fullName: 'Somebody', role },
    token:
      role && (by === 'read' || by === 'money')
        ? { id: 'token', mayMoveMoney: by === 'money', perCallCents: null, perDayCents: null }
        : null,
    session:
      role && by === 'session'
        ? {
            id: 'hash',
            publicId: 'public',
            createdAt: at,
            expiresAt: at,
            absoluteExpiresAt: at,
            passwordProvenAt: null,
            factorProvenAt: null,
            device: null,
            passkeyId: null,
            isByNewPasskey: false,
          }
        : null,
    cookies: newCookieJar(bank.env.APP_ORIGIN),
  };
  const call = createCallerFactory(routes)(context);
  return {
    open: () => call.open(),
    mine: () => call.mine(),
    money: () => call.money(),
    office: () => call.office(),
    send: () => call.send(),
    rename: () => call.rename(),
    enter: () => call.enter(),
    keys: () => call.keys(),
    slow: () => call.slow(),
  };
}

const outcome = (call: () => Promise<string>) =>
  call().then(
    () => 'in',
    (error: unknown) => toAnswer(error).body.code,
  );

describe('the access of each kind of caller', () => {
  test.each([
    [
      'without a sign-in',
      null,
      { open: 'in', mine: 'UNAUTHENTICATED', money: 'UNAUTHENTICATED', office: 'UNAUTHENTICATED' },
    ],
    ['as a customer', 'cliente', { open: 'in', mine: 'in', money: 'in', office: 'FORBIDDEN' }],
    ['as an administrator', 'admin', { open: 'in', mine: 'in', money: 'FORBIDDEN', office: 'in' }],
  ] as const)('only the permitted procedures answer when called %s', async (_case, role, expected) => {
    const calls = callsAs(await testBank(), role);
    for (const name of ['open', 'mine', 'money', 'office'] as const)
      expect(await outcome(calls[name]), name).toBe(expected[name]);
  });

  const NO = 'TOKEN_NOT_ALLOWED';
  test.each([
    [
      'as a customer with a session',
      'cliente',
      'session',
      { open: 'in', mine: 'in', send: 'in', rename: 'in', enter: 'in', keys: 'in' },
    ],
    [
      'as a customer with a read token',
      'cliente',
      'read',
      { open: 'in', mine: 'in', send: NO, rename: NO, enter: NO, keys: NO },
    ],
    [
      'as a customer with a money token',
      'cliente',
      'money',
      { open: 'in', mine: 'in', send: 'in', rename: NO, enter: NO, keys: NO },
    ],
    [
      'as an administrator with a money token',
      'admin',
      'money',
      { open: 'in', mine: 'in', office: 'in', money: 'FORBIDDEN', send: 'FORBIDDEN', keys: NO },
    ],
    [
      'with an unknown token',
      null,
      'wrong',
      { open: 'UNAUTHENTICATED', mine: 'UNAUTHENTICATED', enter: 'UNAUTHENTICATED', keys: 'UNAUTHENTICATED' },
    ],
  ] as const)('only the permitted procedures answer when called %s', async (_case, role, by, expected) => {
    const calls = callsAs(await testBank(), role, by);
    for (const [name, result] of Object.entries(expected))
      expect(await outcome(calls[name as keyof typeof expected]), name).toBe(result);
  });

  test.each([null, 'cliente', 'admin'] as const)(
    'only a few calls of one caller run at a time: %s',
    async (role) => {
      most = 0;
      const calls = callsAs(await testBank(), role);
      expect(await Promise.all(Array.from({ length: 30 }, () => outcome(calls.slow)))).toEqual(
        Array.from({ length: 30 }, () => 'in'),
      );
      expect(most).toBe(CALLS_PER_CALLER.underWay);
    },
  );

  test('a procedure without declared access stops the server from starting', () => {
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
      'send customer',
      'rename customer',
      'enter public',
      'keys signedIn',
      'slow public',
    ]);
  });

  test('a change that declares reads from a replica stops the server from starting', () => {
    const change = router({ spend: customerProcedure.meta({ reads: 'replica' }).mutation(() => 1) });
    expect(() => declaredProcedures(change)).toThrow('only a query reads from a replica: spend');
  });
});
