import { expect, test } from 'vitest';
import { z } from 'zod';
import { refuse } from '#domain/refusal';
import { newCookieJar } from '#server/http/cookies';
import type { Context } from '#server/kernel/context';
import { toAnswer } from '#server/kernel/to-answer';
import { test as bankTest } from '#server/testing/bank-test';
import { joana } from '#server/testing/http-caller';
import type { TestBank } from '#server/testing/test-bank';
import { directCalls } from './direct-call.ts';
import { createCallerFactory, customerProcedure, publicProcedure, router } from './trpc.ts';

const page = z.object({ page: z.coerce.number().int().positive() });
const text = z.object({ text: z.string().trim().toUpperCase().default('NONE') });
const answer = z.object({ said: z.string() });

const routes = router({
  plain: publicProcedure.query(({ input }) => ({ input })),
  converted: publicProcedure.input(text).mutation(({ input }) => input),
  merged: publicProcedure
    .input(page)
    .input(text)
    .query(({ input }) => input),
  optional: publicProcedure.input(text.optional()).query(({ input }) => ({ input })),
  cut: publicProcedure.output(answer).query(() => ({ said: 'yes', secret: 'no' })),
  wrong: publicProcedure.output(answer).query(() => ({ said: 5 }) as never),
  checked: publicProcedure
    .input(z.object({ text: z.string().refine((value) => value === 'right', 'Não é o texto certo') }))
    .query(({ input }) => input),
  refuses: publicProcedure.query(() => refuse('NOT_FOUND')),
  refusesInput: publicProcedure
    .input(z.unknown().transform(() => refuse('MALFORMED_BODY')))
    .query(() => 'in'),
  breaks: publicProcedure.query(() => {
    throw new TypeError('a bug');
  }),
  breaksInside: publicProcedure.mutation(async () => z.number().parse('text')),
  throwsText: publicProcedure.mutation(async () => Promise.reject('not an error')),
  own: customerProcedure.input(page).query(({ ctx, input }) => ({ id: ctx.user.id, ...input })),
});

function contextIn(bank: TestBank, role: 'cliente' | 'admin' | null): Context {
  return {
    ...bank,
    request: {
      id: 'test',
      ip: '127.0.0.1',
      userAgent: 'vitest',
      deviceToken: null,
      challengeToken: null,
      sessionToken: null,
      bearerToken: null,
    },
    user: role && { id: role, fullName: joana.fullName, role },
    token: null,
    session: null,
    cookies: newCookieJar(bank.env.APP_ORIGIN),
  };
}

const outcomeOf = (call: Promise<unknown>) =>
  call.then(
    (value) => ({ value }),
    (error: unknown) => ({ refused: toAnswer(error), name: (error as Error).name, text: String(error) }),
  );

const INPUTS = [undefined, null, 'text', [], {}, { page: '3', text: ' a ' }, { page: 0, text: 'right' }];

bankTest('a direct call answers and fails as the same call through tRPC', async ({ bank }) => {
  const direct = directCalls(routes);
  const codes = new Set<unknown>();
  for (const role of [null, 'cliente', 'admin'] as const) {
    const ctx = contextIn(bank, role);
    const caller = createCallerFactory(routes)(ctx) as unknown as Record<string, (input: unknown) => never>;
    for (const [path, call] of direct) {
      for (const input of INPUTS) {
        const label = `${path} by ${role} with ${JSON.stringify(input)}`;
        const through = await outcomeOf(caller[path]?.(input) as never);
        const directly = await outcomeOf(call({ ctx, signal: undefined, getRawInput: async () => input }));
        expect(directly, label).toEqual(through);
        codes.add('refused' in directly ? directly.refused.body.code : 'answered');
      }
    }
  }
  expect([...codes].sort()).toEqual([
    'FORBIDDEN',
    'INTERNAL',
    'MALFORMED_BODY',
    'NOT_FOUND',
    'UNAUTHENTICATED',
    'VALIDATION',
    'answered',
  ]);
});

test('a procedure with a middleware that a direct call would leave out stops the server from starting', () => {
  const guarded = publicProcedure.use(({ next }) => next()).query(() => 1);
  const late = publicProcedure
    .input(page)
    .use(({ next }) => next())
    .query(() => 1);
  expect(() => directCalls(router({ guarded }))).toThrow('guarded: only access, input and output');
  expect(() => directCalls(router({ late }))).toThrow('late: only access, input and output');
});
