import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { ATTEMPT_LIMITS, MAX_OPEN_TOKENS } from '#domain/limits';
import { test as bankTest } from '#server/testing/bank-test';
import { caller, cookieOf, joana, type Reply } from '#server/testing/http-caller';
import type { RestClient } from '#server/testing/rest-client';
import type { TestBank } from '#server/testing/test-bank';
import { authDailySteps } from './daily-steps.ts';

const DAY_MS = 24 * 3_600_000;

type Headers = Record<string, string>;

async function sceneOf(bank: TestBank, rest: RestClient) {
  const call = caller(bank);
  const registered = await rest('POST', '/api/auth/register', joana);
  const own: Headers = { cookie: cookieOf(registered), 'x-requested-with': 'test' };
  const ana = {
    ...joana,
    cpf: '529.982.247-25',
    username: 'ana',
    email: 'ana@exemplo.com.br',
    fullName: 'Ana Moreira',
  };
  const second = await rest('POST', '/api/auth/register', ana);
  const other: Headers = { cookie: cookieOf(second), 'x-requested-with': 'test' };
  const { accounts } = (await rest('GET', '/api/accounts', {}, other)).body;
  const userId = registered.body.user.id;
  return { bank, call, rest, own, other, userId, otherAccount: accounts[0]?.accountNumber ?? '' };
}

const test = bankTest.extend('scene', ({ bank, rest }) => sceneOf(bank, rest));

type Scene = Awaited<ReturnType<typeof sceneOf>>;

const inDays = (bank: TestBank, days: number) =>
  new Date(bank.clock.real().getTime() + days * DAY_MS).toISOString();

const wanted = (bank: TestBank, changes: object = {}) => ({
  name: 'Planilha',
  scopes: ['read'],
  expiresAt: inDays(bank, 30),
  ...changes,
});

type Made = { id: string; secret: string };

async function made({ bank, call, own }: Scene, changes: object = {}): Promise<Made> {
  const { status, body, text } = await call('POST', '/api/auth/tokens', wanted(bank, changes), own);
  expect(status, text).toBe(201);
  return body.token as Made;
}

const bearer = (secret: string): Headers => ({ authorization: `Bearer ${secret}` });
const statusAndCode = ({ status, body }: Reply) => [status, body.code ?? 'through'];

describe('refused access tokens', () => {
  test.for<[string, object, string]>([
    ['no name', { name: '  ' }, 'name'],
    ['a long name', { name: 'x'.repeat(61) }, 'name'],
    ['no scope', { scopes: [] }, 'scopes'],
    ['money without reading', { scopes: ['money'] }, 'scopes'],
    ['an unknown scope', { scopes: ['read', 'admin'] }, 'scopes.1'],
    ['no expiry', { expiresAt: undefined }, 'expiresAt'],
    ['an invalid expiry', { expiresAt: 'amanhã' }, 'expiresAt'],
    ['an expiry that is past', { expiresAt: '2026-03-10T15:00:00Z' }, 'expiresAt'],
    ['a ceiling without money', { perCall: '10.00' }, 'perCall'],
    ['a daily ceiling above the most', { scopes: ['read', 'money'], perDay: '50000.01' }, 'perDay'],
    ['an expiry in more than a year', { expiresAt: '2027-03-12T15:00:00Z' }, 'expiresAt'],
  ])(
    'an access token is refused with %s',
    async ([_case, changes, field], { scene: { bank, call, own } }) => {
      const { status, body } = await call('POST', '/api/auth/tokens', wanted(bank, changes), own);
      expect([status, body.code, Object.keys(body.fields as object)]).toEqual([400, 'VALIDATION', [field]]);
      expect(await bank.db.$count(bank.db.tables.accessTokens)).toBe(0);
    },
  );

  test('an access token is refused to anybody not signed in, to a bearer of a token, and with a wrong password', async ({
    scene: at,
  }) => {
    const { bank, call, own } = at;
    expect(statusAndCode(await call('POST', '/api/auth/tokens', wanted(bank)))).toEqual([
      401,
      'UNAUTHENTICATED',
    ]);
    const { secret } = await made(at, { scopes: ['read', 'money'] });
    const byToken = await call('POST', '/api/auth/tokens', wanted(bank), bearer(secret));
    expect(statusAndCode(byToken)).toEqual([403, 'TOKEN_NOT_ALLOWED']);
    const wrong = await call('POST', '/api/auth/tokens', wanted(bank, { password: 'errada' }), own);
    expect(statusAndCode(wrong)).toEqual([400, 'INVALID_PASSWORD']);
    await made(at, { password: joana.password });
  });

  test('an access token is refused when twenty are open, also concurrently', { tags: ['postgres'] }, async ({
    scene: at,
  }) => {
    const { bank, call, own } = at;
    for (let count = 0; count < MAX_OPEN_TOKENS - 1; count += 1) await made(at);
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => call('POST', '/api/auth/tokens', wanted(bank), own)),
    );
    expect(replies.map(statusAndCode).sort()).toEqual([
      [201, 'through'],
      ...Array(4).fill([409, 'TOO_MANY_TOKENS']),
    ]);
  });

  test('access tokens are made sixty times a day, also when they are revoked', async ({ scene: at }) => {
    for (let turn = 0; turn < ATTEMPT_LIMITS.accessToken.max; turn += 1) {
      const { id } = await made(at);
      await at.call('DELETE', `/api/auth/tokens/${id}`, undefined, at.own);
    }
    const reply = await at.call('POST', '/api/auth/tokens', wanted(at.bank), at.own);
    expect(statusAndCode(reply)).toEqual([429, 'TOO_MANY_ATTEMPTS']);
  });

  test('an access token is revoked by its owner alone, and once', async ({ scene: at }) => {
    const { call, own, other } = at;
    const { id, secret } = await made(at);
    const path = `/api/auth/tokens/${id}`;
    expect(statusAndCode(await call('DELETE', path))).toEqual([401, 'UNAUTHENTICATED']);
    expect(statusAndCode(await call('DELETE', path, undefined, other))).toEqual([404, 'NOT_FOUND']);
    expect(statusAndCode(await call('DELETE', path, undefined, bearer(secret)))).toEqual([
      403,
      'TOKEN_NOT_ALLOWED',
    ]);
    const twice = await Promise.all([1, 2].map(() => call('DELETE', path, undefined, own)));
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});

describe('calls with an access token', () => {
  test.for(['', 'x', 'vb_', `vb_${'a'.repeat(43)}`, "vb_' or 1=1 --"])(
    'an invalid token (%s) is not signed in, even beside a valid cookie',
    async (secret, { scene: { call, own } }) => {
      for (const path of ['/api/auth/me', '/trpc/auth.me', '/api/cep/09710001', '/api/auth/sessions']) {
        const reply = await call('GET', path, undefined, { ...own, ...bearer(secret) });
        expect([reply.status, reply.text.includes('UNAUTHENTICATED')], path).toEqual([401, true]);
      }
    },
  );

  test('a token stops at its expiry, when revoked, and when its owner is deactivated', async ({
    scene: at,
  }) => {
    const { bank, call, own, userId } = at;
    const me = async (secret: string) =>
      (await call('GET', '/api/auth/me', undefined, bearer(secret))).status;
    const revoked = await made(at);
    const expired = await made(at, { expiresAt: inDays(bank, 1) });
    const last = await made(at);
    expect(await Promise.all([revoked, expired, last].map(({ secret }) => me(secret)))).toEqual([
      200, 200, 200,
    ]);
    await call('DELETE', `/api/auth/tokens/${revoked.id}`, undefined, own);
    expect(await me(revoked.secret)).toBe(401);
    bank.clock.passSeconds(DAY_MS / 1000 - 1);
    expect(await me(expired.secret)).toBe(200);
    bank.clock.passSeconds(1);
    expect(await me(expired.secret)).toBe(401);
    await bank.db.transaction(async (tx) => {
      const { users } = tx.tables;
      await tx.update(users).set({ isActive: false }).where(eq(users.id, userId));
    });
    expect(await me(last.secret)).toBe(401);
  });

  test('a token reads what its owner sees, over both transports, and moves money only if allowed', async ({
    scene: at,
  }) => {
    const { call, own, otherAccount } = at;
    const reading = await made(at);
    const paying = await made(at, { name: 'Folha', scopes: ['read', 'money'] });
    const transfer = { accountNumber: otherAccount, amount: '10.00', description: 'Aluguel' };
    for (const { secret } of [reading, paying]) {
      const mine = await call('GET', '/api/accounts', undefined, own);
      expect((await call('GET', '/api/accounts', undefined, bearer(secret))).text).toBe(mine.text);
      expect((await call('GET', '/trpc/auth.me', undefined, bearer(secret))).status).toBe(200);
      for (const path of ['/api/auth/sessions', '/api/auth/tokens'])
        expect(statusAndCode(await call('GET', path, undefined, bearer(secret)))).toEqual([
          403,
          'TOKEN_NOT_ALLOWED',
        ]);
      const login = { document: joana.cpf, password: joana.password };
      expect(statusAndCode(await call('POST', '/api/auth/login', login, bearer(secret)))).toEqual([
        403,
        'TOKEN_NOT_ALLOWED',
      ]);
      const password = { current: joana.password, next: 'outra-senha-comprida' };
      expect(
        statusAndCode(await call('POST', '/api/auth/change-password', password, bearer(secret))),
      ).toEqual([403, 'TOKEN_NOT_ALLOWED']);
    }
    expect(statusAndCode(await call('POST', '/api/transfers', transfer, bearer(reading.secret)))).toEqual([
      403,
      'TOKEN_NOT_ALLOWED',
    ]);
    // Reaches the balance check: the balance is zero.
    expect(statusAndCode(await call('POST', '/api/transfers', transfer, bearer(paying.secret)))).toEqual([
      409,
      'INSUFFICIENT_FUNDS',
    ]);
  });
});

describe('an access token', () => {
  test('an access token is shown once and stored as a hash; it is audited, and its owner is told by e-mail', async ({
    scene: at,
  }) => {
    const { bank, call, own } = at;
    const { id, secret } = await made(at, { expiresAt: '2026-04-30' });
    expect(secret).toMatch(/^vb_[\w-]{43}$/);
    const { tokens } = (await call('GET', '/api/auth/tokens', undefined, own)).body;
    expect(tokens).toEqual([
      {
        id,
        name: 'Planilha',
        scopes: ['read'],
        perCall: null,
        perDay: null,
        createdAt: '2026-03-10T15:00:00.000Z',
        expiresAt: '2026-05-01T02:59:59.000Z',
        lastUsedAt: null,
      },
    ]);
    await call('DELETE', `/api/auth/tokens/${id}`, undefined, own);
    expect((await call('GET', '/api/auth/tokens', undefined, own)).body).toEqual({ tokens: [] });

    const { accessTokens, outbox, auditLog, notifications } = bank.db.tables;
    const kept = [accessTokens, outbox, auditLog, notifications].map((table) => bank.db.select().from(table));
    const everything = JSON.stringify([await Promise.all(kept), bank.logged]);
    expect(everything).not.toContain(secret);
    expect(everything).not.toContain(secret.slice(3));
    const log = await bank.db.select().from(auditLog).where(eq(auditLog.entityId, id)).orderBy(auditLog.seq);
    expect(log.map(({ action }) => action)).toEqual(['create_token', 'revoke_token']);
    const [mail] = await bank.db.select().from(outbox).where(eq(outbox.kind, 'token_created'));
    expect(mail).toMatchObject({ recipient: joana.email, subject: 'Novo token de acesso criado' });
  });

  test('the last use of an access token is stored at most once a minute', async ({ scene: at }) => {
    const { bank, call, own } = at;
    const { secret } = await made(at);
    const use = async () => {
      await call('GET', '/api/auth/me', undefined, bearer(secret));
      const { tokens } = (await call('GET', '/api/auth/tokens', undefined, own)).body;
      return (tokens as { lastUsedAt: string }[])[0]?.lastUsedAt;
    };
    expect(await use()).toBe('2026-03-10T15:00:00.000Z');
    bank.clock.passSeconds(59);
    expect(await use()).toBe('2026-03-10T15:00:00.000Z');
    bank.clock.passSeconds(1);
    expect(await use()).toBe('2026-03-10T15:01:00.000Z');
  });

  test('the daily run deletes expired and revoked access tokens', async ({ scene: at }) => {
    const { bank, call, own } = at;
    const revoked = await made(at);
    await made(at, { expiresAt: inDays(bank, 1) });
    const { id } = await made(at);
    await call('DELETE', `/api/auth/tokens/${revoked.id}`, undefined, own);
    bank.clock.passSeconds(DAY_MS / 1000);
    for (const step of authDailySteps) await step.run(bank, bank.clock.today());
    const left = await bank.db.select().from(bank.db.tables.accessTokens);
    expect(left.map((row) => row.id)).toEqual([id]);
  });
});
