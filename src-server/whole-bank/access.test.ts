import { eq, notInArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { FRESH_PROOF_SECONDS } from '#domain/limits';
import { declaredProcedures } from '#server/access/trpc';
import { createAdmin } from '#server/auth/create-admin';
import { encryptSecret, newTotpSecret } from '#server/auth/two-factor/totp';
import { REST_TABLE } from '#server/http/rest-table';
import { appRouter } from '#server/router';
import { writeSetting } from '#server/settings/write';
import { caller, cookieOf, joana } from '#server/testing/http-caller';
import { type TestBank, testBank } from '#server/testing/test-bank';
import { type WhoMay, whoMay } from '#server/testing/who-may';

// Inputs come from the procedures; expectations only from `testing/who-may.ts`.
const PROCEDURES = declaredProcedures(appRouter).map(({ path, type }) => ({ path, type }));

const ACTORS = [
  'nobody',
  'halfLoggedIn',
  'customer',
  'customerWithOldProof',
  'admin',
  'adminWithOldProof',
  'adminOwingTwoFactor',
  'readToken',
  'moneyToken',
  'wrongToken',
] as const;
type Actor = (typeof ACTORS)[number];

/** Expected status of a refusal; null: the procedure answers. */
const refusalFor: Record<Actor, Record<WhoMay['who'], 401 | 403 | null>> = {
  nobody: { public: null, signedIn: 401, customer: 401, admin: 401 },
  halfLoggedIn: { public: null, signedIn: 401, customer: 401, admin: 401 },
  customer: { public: null, signedIn: null, customer: null, admin: 403 },
  customerWithOldProof: { public: null, signedIn: null, customer: null, admin: 403 },
  admin: { public: null, signedIn: null, customer: 403, admin: null },
  adminWithOldProof: { public: null, signedIn: null, customer: 403, admin: null },
  // In procedures with `withoutTwoFactor`; the others refuse.
  adminOwingTwoFactor: { public: null, signedIn: null, customer: 403, admin: null },
  // A token of the customer, in procedures that tokens may call.
  readToken: { public: null, signedIn: null, customer: null, admin: 403 },
  moneyToken: { public: null, signedIn: null, customer: null, admin: 403 },
  wrongToken: { public: 401, signedIn: 401, customer: 401, admin: 401 },
};

const CALLS: { name: string; method: string; path: string }[] = [
  ...PROCEDURES.map(({ path, type }) => ({
    name: path,
    method: type === 'query' ? 'GET' : 'POST',
    path: `/trpc/${path}`,
  })),
  ...REST_TABLE.map(([method, path, procedure]) => ({
    name: procedure,
    method,
    path: path.replace(/:\w+/g, 'x'),
  })),
];

const asScript = (cookie: string): Record<string, string> => ({ cookie, 'x-requested-with': 'test' });

async function headersOf(bank: TestBank): Promise<Record<Actor, Record<string, string>>> {
  const call = caller(bank);
  const admin = {
    fullName: 'Helena Siqueira',
    email: 'helena@banco.example',
    cpf: '111.444.777-35',
    password: 'vale-admin-2026',
  };
  await createAdmin(bank, admin);
  const login = await call('POST', '/api/auth/login', { document: admin.cpf, password: admin.password });
  const registered = await call('POST', '/api/auth/register', joana);
  const customer = asScript(cookieOf(registered));
  const signedInAdmin = asScript(cookieOf(login));
  const expiresAt = new Date(bank.clock.real().getTime() + 3_600_000).toISOString();
  const bearer = async (...scopes: string[]) => {
    const { body } = await call('POST', '/api/auth/tokens', { name: 'Script', scopes, expiresAt }, customer);
    return { authorization: `Bearer ${(body.token as { secret: string }).secret}` };
  };
  // As if each had been asked for its proof after the sign-in.
  const createdAt = new Date(bank.clock.real().getTime() - 1000);
  await bank.db.transaction(async (tx) => {
    await tx.update(tx.tables.sessions).set({ createdAt });
  });
  return {
    nobody: {},
    halfLoggedIn: await givePassword(bank, customer),
    customer,
    customerWithOldProof: customer,
    admin: signedInAdmin,
    adminWithOldProof: signedInAdmin,
    adminOwingTwoFactor: signedInAdmin,
    readToken: await bearer('read'),
    moneyToken: await bearer('read', 'money'),
    wrongToken: { ...customer, authorization: `Bearer vb_${'x'.repeat(43)}` },
  };
}

async function ageProofs(bank: TestBank): Promise<void> {
  const passwordProvenAt = new Date(bank.clock.real().getTime() - (FRESH_PROOF_SECONDS + 1) * 1000);
  await bank.db.transaction(async (tx) => {
    await tx.update(tx.tables.sessions).set({ passwordProvenAt });
  });
}

/** Cookies after the password of a user with two-factor. */
async function givePassword(bank: TestBank, owner: Record<string, string>): Promise<Record<string, string>> {
  const call = caller(bank);
  const { users } = bank.db.tables;
  const { body } = await call('GET', '/api/auth/me', undefined, owner);
  const { id } = body.user as { id: string };
  const set = (totpSecret: string | null) =>
    bank.db.transaction(async (tx) => {
      await tx.update(users).set({ totpSecret }).where(eq(users.id, id));
    });
  await set(encryptSecret(bank.keys, newTotpSecret(), 'users', id));
  const half = await call('POST', '/api/auth/login', { document: joana.cpf, password: joana.password });
  expect(half.body).toMatchObject({ requiresTwoFactor: true });
  await set(null);
  return asScript(cookieOf(half));
}

function refusalOf(actor: Actor, name: string): [status: number, code: string] | null {
  const { who, token, withoutTwoFactor, freshProof } = whoMay(name);
  if (actor === 'readToken' && token !== 'read') return [403, 'TOKEN_NOT_ALLOWED'];
  if (actor === 'moneyToken' && token === 'none') return [403, 'TOKEN_NOT_ALLOWED'];
  if (actor === 'adminOwingTwoFactor' && who !== 'public' && !withoutTwoFactor)
    return [403, 'TWO_FACTOR_REQUIRED'];
  const status = refusalFor[actor][who];
  if (status === null && actor.endsWith('WithOldProof') && freshProof && freshProof !== 'forSome')
    return [403, 'REAUTHENTICATE'];
  return status && [status, status === 401 ? 'UNAUTHENTICATED' : 'FORBIDDEN'];
}

describe('access', () => {
  test('every procedure has a title and a REST address of its own', () => {
    expect(declaredProcedures(appRouter).filter(({ path, title, rest }) => title === path || !rest)).toEqual(
      [],
    );
    const addresses = new Set(REST_TABLE.map(([method, path]) => `${method} ${path.replace(/:\w+/g, ':')}`));
    expect(addresses.size).toBe(PROCEDURES.length);
    expect(PROCEDURES.length).toBeGreaterThan(10);
  });

  test.each(ACTORS)(
    'a call by %s is answered or refused as src-server/testing/who-may.ts says, over both transports',
    async (actor) => {
      const bank = await testBank();
      let headers = (await headersOf(bank))[actor];
      if (actor === 'adminOwingTwoFactor')
        await bank.db.transaction((tx) =>
          writeSetting(tx, 'requireAdminTwoFactor', true, bank.clock.now(), bank.env),
        );
      if (actor.endsWith('WithOldProof')) await ageProofs(bank);
      const call = caller(bank);
      const { auditLog } = bank.db.tables;
      // Audited whatever the input.
      const always = [
        'export_audit',
        'export_ledger',
        'reconcile_ledger',
        'end_session',
        'copy_personal_data',
      ];
      const written = () => bank.db.$count(auditLog, notInArray(auditLog.action, always));
      const before = await written();
      // They would end the session or token that other calls need.
      const ending = ['auth.logout', 'auth.freeze'];
      for (const { name, method, path } of CALLS.filter(({ name }) => !ending.includes(name))) {
        const reply = await call(method, path, method === 'GET' ? undefined : {}, headers);
        const { status, body, text } = reply;
        // Ending the other sessions renews the caller's session token.
        if (name === 'auth.sessions.endOthers' && status === 200) headers = asScript(cookieOf(reply));
        const expected = refusalOf(actor, name);
        const label = `${actor}: ${method} ${path}: ${status} ${text}`;
        if (expected === null) expect([401, 403], label).not.toContain(status);
        else expect(status, label).toBe(expected[0]);
        // 502: the payment provider is out of reach.
        if (status !== 502) expect(status, label).toBeLessThan(500);
        else expect(body, label).toMatchObject(path.startsWith('/api/') ? { code: 'PROVIDER_FAILED' } : {});
        if (expected !== null && path.startsWith('/api/')) {
          expect(body, label).toEqual({ code: expected[1], error: expect.stringMatching(/^[A-ZÀ-Ú].+/) });
        }
      }
      expect(await written()).toBe(before);
    },
  );
});

describe('limits on attempts', () => {
  const batch = (procedure: string, inputs: object[]): [path: string, body: object] => [
    `/trpc/${inputs.map(() => procedure).join(',')}?batch=1`,
    Object.fromEntries(inputs.map((json, index) => [index, { json }])),
  ];
  type Reply = { result?: object; error?: { json: { data: { code: string } } } };
  const codesOf = (body: unknown) =>
    (body as Reply[]).map(({ error }) => error?.json.data.code ?? 'answered').sort();

  test('every call of a batch counts as an attempt', async () => {
    const bank = await testBank();
    const call = caller(bank);
    const guesses = Array.from({ length: 10 }, (_, index) => ({
      document: String(11_111_111_100 + index),
      password: 'wrong',
    }));
    const codes: string[] = [];
    for (let round = 0; round < 3; round += 1)
      codes.push(...codesOf((await call('POST', ...batch('auth.login', guesses))).body));
    expect(codes.filter((code) => code === 'INVALID_CREDENTIALS')).toHaveLength(20);
    expect(codes.filter((code) => code === 'TOO_MANY_ATTEMPTS')).toHaveLength(10);
  });

  test('a batch beyond a limit is told how long to wait', async () => {
    const bank = await testBank();
    const call = caller(bank);
    const guess = { document: joana.cpf, password: 'wrong' };
    const { status, body } = await call('POST', ...batch('auth.login', Array(10).fill(guess)));
    // Five free calls, then 429.
    expect(status).toBe(207);
    expect(codesOf(body)).toEqual([
      ...Array(6).fill('INVALID_CREDENTIALS'),
      ...Array(4).fill('TOO_MANY_ATTEMPTS'),
    ]);
    const waiting = await call('POST', '/api/auth/login', guess);
    expect([waiting.status, waiting.headers.get('retry-after')]).toEqual([429, '1']);
  });
});
