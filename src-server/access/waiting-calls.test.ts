/** @module-tag postgres */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { CALLS_PER_CALLER } from '#domain/limits';
import { createApp } from '#server/http/app';
import { inCallerPlace } from '#server/kernel/caller-places';
import { test as bankTest } from '#server/testing/bank-test';
import { caller, cookieOf, joana } from '#server/testing/http-caller';
import type { TestBank } from '#server/testing/test-bank';

const BESIDE = { 'x-requested-with': 'test' };
const TOKEN = { name: 'Planilha', scopes: ['read'] };

async function sceneOf(bank: TestBank) {
  const call = caller(bank);
  const registered = await call('POST', '/api/auth/register', joana);
  const own = { ...BESIDE, cookie: cookieOf(registered) };
  const expiresAt = new Date(bank.clock.real().getTime() + 86_400_000).toISOString();
  const made = await call('POST', '/api/auth/tokens', { ...TOKEN, expiresAt }, own);
  const { secret } = made.body.token as { secret: string };
  const byToken = { authorization: `Bearer ${secret}` };
  const userId = (registered.body.user as { id: string }).id;
  return { bank, call, own, byToken, userId };
}

const test = bankTest.extend('scene', ({ bank }) => sceneOf(bank));

/** Takes all places of the caller until the returned function is called. */
function takePlaces(who: string): () => Promise<unknown> {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const taken = Array.from({ length: CALLS_PER_CALLER.underWay }, () =>
    inCallerPlace(who, undefined, () => opened),
  );
  return () => {
    open();
    return Promise.all(taken);
  };
}

type Headers = 'own' | 'byToken';

const endings: [string, Headers, (bank: TestBank, userId: string) => Promise<unknown>][] = [
  [
    'its session has ended',
    'own',
    ({ db }) => db.transaction(async (tx) => void (await tx.delete(tx.tables.sessions))),
  ],
  [
    'its user was deactivated',
    'own',
    ({ db }, userId) =>
      db.transaction(async (tx) => {
        const { users } = tx.tables;
        await tx.update(users).set({ isActive: false }).where(eq(users.id, userId));
      }),
  ],
  [
    'its token was revoked',
    'byToken',
    ({ db, clock }) =>
      db.transaction(
        async (tx) => void (await tx.update(tx.tables.accessTokens).set({ revokedAt: clock.real() })),
      ),
  ],
];

test.for(endings)('a call that waited is refused once %s', async ([, by, end], { scene }) => {
  const { bank, call, userId } = scene;
  const giveBack = takePlaces(userId);
  const transport = ['/api/accounts', '/trpc/account.list'] as const;
  const waiting = transport.map((path) => call('GET', path, undefined, scene[by]));
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  await end(bank, userId);
  await giveBack();
  for (const { status } of await Promise.all(waiting)) expect(status).toBe(401);
});

test('a call that waited is served while its access is open', async ({ scene }) => {
  const { call, own, userId } = scene;
  const giveBack = takePlaces(userId);
  const waiting = call('GET', '/api/accounts', undefined, own);
  await nextTurn();
  await giveBack();
  expect((await waiting).status).toBe(200);
});

test('a call whose client hung up while it waited is not run, over either transport', async ({ scene }) => {
  const { bank, own, userId } = scene;
  const app = createApp(bank, { clientFolder: 'no-such-folder' });
  const giveBack = takePlaces(userId);
  const { signal, abort } = (() => {
    const gone = new AbortController();
    return { signal: gone.signal, abort: () => gone.abort() };
  })();
  const waiting = ['/api/accounts', '/trpc/account.list'].map(async (path) =>
    app.request(path, { headers: own, signal }),
  );
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  abort();
  await giveBack();
  for (const { status } of await Promise.all(waiting)) expect(status).toBe(503);
});
