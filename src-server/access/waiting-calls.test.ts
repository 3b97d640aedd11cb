/** @module-tag postgresInCi */
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, vi } from 'vitest';
import { CALLS_PER_CALLER, ROWS_PER_CALLER } from '#domain/limits';
import { createApp } from '#server/http/app';
import { inCallerPlace, waitingCalls } from '#server/kernel/caller-places';
import { spendRows } from '#server/kernel/row-budget';
import { test as bankTest } from '#server/testing/bank-test';
import { customer, holdForm } from '#server/testing/forms';
import { caller, cookieOf, joana, type Reply } from '#server/testing/http-caller';
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
    inCallerPlace({ who, network: null }, undefined, () => opened),
  );
  return () => {
    open();
    return Promise.all(taken);
  };
}

type Scene = Awaited<ReturnType<typeof sceneOf>>;
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
  const who = by === 'byToken' ? `${userId}/tokens` : userId;
  const giveBack = takePlaces(who);
  const transport = ['/api/accounts', '/trpc/account.list'] as const;
  const waiting = transport.map((path) => call('GET', path, undefined, scene[by]));
  await expect.poll(() => waitingCalls(who)).toBe(2);
  await end(bank, userId);
  await giveBack();
  for (const { status } of await Promise.all(waiting)) expect(status).toBe(401);
});

test('a call that waited is served while its access is open', async ({ scene }) => {
  const { call, own, userId } = scene;
  const giveBack = takePlaces(userId);
  const waiting = call('GET', '/api/accounts', undefined, own);
  await expect.poll(() => waitingCalls(userId)).toBe(1);
  await giveBack();
  expect((await waiting).status).toBe(200);
});

test('a call whose client hung up while it waited is not run, over either transport', async ({ scene }) => {
  const { bank, own, userId } = scene;
  const app = createApp(bank, { clientFolder: 'no-such-folder' });
  const giveBack = takePlaces(userId);
  const gone = new AbortController();
  const waiting = ['/api/accounts', '/trpc/account.list'].map(async (path) =>
    app.request(path, { headers: own, signal: gone.signal }),
  );
  await expect.poll(() => waitingCalls(userId)).toBe(2);
  gone.abort();
  await giveBack();
  for (const { status } of await Promise.all(waiting)) expect(status).toBe(503);
});

const VISITOR = '127.0.0.1';

test.for<[string, (scene: Scene) => Promise<Reply>, (scene: Scene) => string]>([
  [
    'a call of a token',
    ({ call, byToken }) => call('GET', '/api/accounts', undefined, byToken),
    ({ userId }) => userId,
  ],
  [
    'a call of the owner',
    ({ call, own }) => call('GET', '/api/accounts', undefined, own),
    ({ userId }) => `${userId}/tokens`,
  ],
  ['a sign-out', ({ call, own }) => call('POST', '/api/auth/logout', {}, own), ({ userId }) => userId],
  [
    'the end of other sessions',
    ({ call, own }) => call('DELETE', '/api/auth/sessions', undefined, own),
    ({ userId }) => userId,
  ],
  [
    'a request for a recovery link',
    ({ call }) => call('POST', '/api/auth/forgot-password', { email: joana.email }),
    () => VISITOR,
  ],
])('%s does not wait behind calls of another line', async ([, ask, whoOf], { scene }) => {
  const giveBack = takePlaces(whoOf(scene));
  expect((await ask(scene)).status).toBe(200);
  await giveBack();
});

test('forms that somebody does not finish keep nobody of the same address from paying', async ({ bank }) => {
  const behindProxy = { ...bank, env: { ...bank.env, TRUST_PROXY: ['127.0.0.1'] } };
  const [payer, ...senders] = await Promise.all(
    ['11144477735', '27182818205', '16180339805', '52998224725'].map(async (cpf) => ({
      ...(await customer(bank, cpf)),
      'x-forwarded-for': '203.0.113.9',
    })),
  );
  const held = await Promise.all([...senders, ...senders].map((headers) => holdForm(behindProxy, headers)));
  const pix = { pixKey: joana.email, amount: '1.00' };
  const asked = await caller(behindProxy)('POST', '/api/asaas/pix/transfer', pix, payer);
  expect(asked.body.code).toBe('ACCOUNT_NOT_APPROVED');
  expect(held.filter((form) => form.isOpen())).toHaveLength(6);
  for (const form of held) await form.hangUp();
});

test('a caller who has read too many rows is refused queries for a while, and nothing else', async ({
  scene,
}) => {
  const { call, own, userId } = scene;
  spendRows(userId, Array(ROWS_PER_CALLER.burst + ROWS_PER_CALLER.perSecond * 60));
  const refused = await call('GET', '/api/accounts', undefined, own);
  expect([refused.status, refused.body.code]).toEqual([429, 'TOO_MANY_ATTEMPTS']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30);
  // Its owner still sees, and ends, the session that reads so much.
  for (const path of ['me', 'visitor', 'sessions', 'tokens', 'passkeys', 'devices'])
    expect((await call('GET', `/api/auth/${path}`, undefined, own)).status, path).toBe(200);
  expect((await call('POST', '/api/auth/logout', {}, own)).status).toBe(200);
});

test('the rows of an answer are taken from the budget of its caller', async ({ scene }) => {
  expect(await lastRowSpent(scene, '/api/accounts')).toEqual([200, 429]);
});

test('the rows of an answer over tRPC are taken from the same budget', async ({ scene }) => {
  expect(await lastRowSpent(scene, '/trpc/account.list')).toEqual([200, 429]);
});

/** Statuses of two queries by a caller who has one row left. */
async function lastRowSpent({ call, own, userId }: Scene, path: string): Promise<number[]> {
  // The clock stands, since the budget grows with time.
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  spendRows(userId, Array(ROWS_PER_CALLER.burst - 1));
  const ask = async () => (await call('GET', path, undefined, own)).status;
  return [await ask(), await ask()];
}
