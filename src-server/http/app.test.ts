import { describe, expect } from 'vitest';
import { open } from '#db/open';
import { testDatabase } from '#db/testing/test-db';
import { refuse } from '#domain/refusal';
import { WEBHOOK_PATH } from '#server/onboarding/webhook-token';
import { test } from '#server/testing/bank-test';
import { caller, cookieOf, joana } from '#server/testing/http-caller';
import { testBank } from '#server/testing/test-bank';

async function closedDb() {
  const { url, drop } = await testDatabase();
  const db = await open(url);
  await db.close();
  await drop();
  return db;
}

describe('sessions over HTTP', () => {
  test('REST and tRPC set the same session cookie, give the same answer, and clear the cookie at logout', async () => {
    const call = caller(await testBank());
    const registered = await call('POST', '/api/auth/register', joana);
    expect(registered).toMatchObject({
      status: 201,
      body: { user: { fullName: 'Joana Prado', role: 'cliente' } },
    });
    const document = { document: joana.cpf, password: joana.password };
    const login = await call('POST', '/trpc/auth.login', { json: document });
    expect(login.status, login.text).toBe(200);
    for (const reply of [registered, login]) {
      const line = reply.headers.getSetCookie().find((text) => text.startsWith('session='));
      expect(line).toMatch(/^session=[\w-]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/);
    }
    const cookie = { cookie: cookieOf(login), 'x-requested-with': 'test' };
    const overRest = await call('GET', '/api/auth/me', undefined, cookie);
    const overTrpc = await call('GET', '/trpc/auth.me', undefined, cookie);
    expect(overRest.body).toMatchObject({ today: '2026-03-10', user: { username: 'joana.prado' } });
    expect(overTrpc.body).toMatchObject({ result: { data: { json: overRest.body } } });
    const logout = await call('POST', '/api/auth/logout', undefined, cookie);
    expect(logout.headers.getSetCookie().join()).toContain('session=; Max-Age=0');
    expect((await call('GET', '/api/auth/me', undefined, cookie)).status).toBe(401);
  });

  test('the session cookie is __Host- and Secure over https', async () => {
    const call = caller(await testBank({ APP_ORIGIN: 'https://bank.example' }));
    const { headers } = await call('POST', '/api/auth/register', joana);
    expect(headers.getSetCookie().find((line) => line.includes('session='))).toMatch(
      /^__Host-session=.*; Secure$/,
    );
  });
});

describe('failures and readiness', () => {
  test("an unexpected error answers 500 without detail and is logged under the request's id", async () => {
    const bank = { ...(await testBank()), db: await closedDb() };
    const answer = await caller(bank)('GET', '/api/auth/me');
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({ error: 'Erro interno. Tente novamente em instantes.', code: 'INTERNAL' });
    const id = answer.headers.get('x-request-id') ?? 'none';
    expect(bank.logged.find((line) => line.includes('a request failed'))).toContain(id);
  });

  test('refusals of too many requests and of a busy bank are logged at debug level, also of customers, whose other requests, also those whose outcome is unknown, are at the usual one', async ({
    bank,
  }) => {
    const call = caller(bank);
    const cookie = cookieOf(await call('POST', '/api/auth/register', joana));
    const answers = [
      () => refuse('TOO_MANY_ATTEMPTS'),
      () => refuse('BUSY'),
      () => refuse('OUTCOME_UNKNOWN'),
      () => refuse('NOT_FROZEN_BY_OWNER'),
      () => Promise.reject(new Error('a bug')),
    ];
    const long = `/trpc/${'a'.repeat(400)}`;
    bank.logged.splice(0);
    for (const answer of answers) {
      bank.registry.closureObstacles = [async () => answer()];
      await call('GET', '/trpc/auth.closureObstacles', undefined, { cookie });
    }
    await call('GET', long, undefined, { cookie });
    bank.registry.closureObstacles = [async () => refuse('OUTCOME_UNKNOWN')];
    await call('GET', '/api/auth/close-account', undefined, { cookie });
    const lines = bank.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    expect(lines.map(({ level, status, path }) => [level, status, path.length])).toEqual([
      ['debug', 429, 27],
      ['debug', 503, 27],
      ['info', 503, 27],
      ['info', 409, 27],
      ['info', 500, 27],
      ['info', 404, 120],
      ['info', 503, 23],
    ]);
  });

  test('what strangers may have any number of is logged at debug level only, what customers ask for at the usual one', async ({
    bank,
  }) => {
    const call = caller(bank);
    const cookie = cookieOf(await call('POST', '/api/auth/register', joana));
    const logged = () =>
      bank.logged
        .splice(0)
        .map((line) => JSON.parse(line))
        .filter(({ msg }) => msg === 'request')
        .map(({ level, method, path, status }) => [level, method, path, status]);
    expect(logged()).toEqual([['info', 'POST', '/api/auth/register', 201]]);
    const refused = [
      ['GET', '/api/auth/me', 401],
      ['GET', '/api/nothing', 404],
      ['GET', '/trpc/nothing', 404],
      ['GET', '/trpc/auth.login', 405],
      ['GET', WEBHOOK_PATH, 405],
    ] as const;
    const answered = [
      ['GET', '/api/docs', 200],
      ['GET', '/api/openapi.json', 200],
      ['GET', '/api/auth/visitor', 200],
      ['HEAD', '/trpc/auth.visitor', 204],
      ['POST', '/api/auth/logout', 200],
      ['POST', '/trpc/auth.logout', 200],
      ['POST', '/trpc/nothing,auth.logout?batch=1', 207],
    ] as const;
    const free = [...refused, ...answered];
    for (const [method, path] of free) await call(method, path, method === 'POST' ? {} : undefined);
    expect(logged()).toEqual(
      free.map(([method, path, status]) => ['debug', method, path.replace('?batch=1', ''), status]),
    );
    await call('GET', '/trpc/nothing', undefined, { cookie });
    await call('GET', '/api/auth/visitor', undefined, { cookie });
    await call('POST', '/api/auth/logout', undefined, { cookie, 'x-requested-with': 'test' });
    expect(logged()).toEqual([
      ['info', 'GET', '/trpc/nothing', 404],
      ['info', 'GET', '/api/auth/visitor', 200],
      ['info', 'POST', '/api/auth/logout', 200],
    ]);
  });

  test('/healthz always answers, /readyz only while the database answers and the process is not ending', async ({
    bank,
  }) => {
    const live = caller(bank);
    expect((await live('GET', '/healthz')).status).toBe(200);
    expect((await live('GET', '/readyz')).status).toBe(200);

    const ending = caller(bank, { isDraining: () => true });
    const answer = await ending('GET', '/readyz');
    expect([answer.status, answer.headers.get('retry-after'), answer.body.code]).toEqual([503, '1', 'BUSY']);
    expect((await ending('GET', '/healthz')).status).toBe(200);

    const cutOff = caller({ ...bank, db: await closedDb() });
    expect((await cutOff('GET', '/readyz')).status).toBe(503);
    expect((await cutOff('GET', '/healthz')).status).toBe(200);
  });
});
