import { describe, expect } from 'vitest';
import { createAdmin } from '#server/auth/create-admin';
import { writeSetting } from '#server/settings/write';
import { test } from '#server/testing/bank-test';
import { caller, cookieOf, joana } from '#server/testing/http-caller';
import type { TestBank } from '#server/testing/test-bank';
import { Authenticator } from '../testing/authenticator.ts';

const HELENA = {
  fullName: 'Helena Siqueira',
  email: 'helena@banco.example',
  cpf: '111.444.777-35',
  password: 'vale-admin-2026',
};

function script(bank: TestBank) {
  const call = caller(bank);
  const jar = new Map<string, string>();
  return {
    jar,
    async send(method: string, path: string, body?: unknown) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
      const reply = await call(method, path, body, { cookie, 'x-requested-with': 'test' });
      for (const pair of cookieOf(reply).split('; ').filter(Boolean)) {
        const [name = '', value = ''] = pair.split('=');
        if (value) jar.set(name, value);
        else jar.delete(name);
      }
      return reply;
    },
  };
}

async function enable(bank: TestBank, { send }: ReturnType<typeof script>) {
  const { body } = await send('POST', '/api/2fa/setup', {});
  const app = new Authenticator(bank, String(body.secret));
  const verified = await send('POST', '/api/2fa/verify', { token: app.code() });
  expect(verified.status, verified.text).toBe(200);
  return { app, backupCodes: verified.body.backupCodes as string[] };
}

describe('two-factor over REST', () => {
  test('two-factor works over REST from activation to sign-in', async ({ bank }) => {
    const home = script(bank);
    await home.send('POST', '/api/auth/register', joana);
    expect((await home.send('GET', '/api/2fa/status')).body).toEqual({
      enabled: false,
      backupCodesLeft: 0,
      factorsEndAt: null,
    });
    const { app, backupCodes } = await enable(bank, home);
    expect((await home.send('GET', '/api/2fa/status')).body).toEqual({
      enabled: true,
      backupCodesLeft: 10,
      factorsEndAt: null,
    });
    await home.send('POST', '/api/auth/logout');

    const login = await home.send('POST', '/api/auth/login', {
      document: joana.cpf,
      password: joana.password,
    });
    expect(login.status).toBe(200);
    expect(login.body).toEqual({
      requiresTwoFactor: true,
      userId: expect.any(String),
      message: 'Informe o código de verificação',
    });
    const { userId } = login.body;
    expect((await home.send('GET', '/api/auth/me')).status).toBe(401);
    const wrong = await home.send('POST', '/api/2fa/validate', {
      userId,
      token: app.wrongCode(),
      isBackup: false,
    });
    expect([wrong.status, wrong.body]).toEqual([
      401,
      { error: 'O código inserido está incorreto ou já foi usado', code: 'TWO_FACTOR_INVALID' },
    ]);
    const malformed = await home.send('POST', '/api/2fa/validate', { userId, token: '12', isBackup: false });
    expect([malformed.status, malformed.body.code]).toEqual([400, 'VALIDATION']);
    const right = await home.send('POST', '/api/2fa/validate', {
      userId,
      token: app.nextCode(),
      isBackup: false,
    });
    expect([right.status, right.body.user]).toMatchObject([200, { id: userId, fullName: 'Joana Prado' }]);
    expect((await home.send('GET', '/api/auth/me')).body).toMatchObject({ user: { id: userId } });

    const elsewhere = script(bank);
    await elsewhere.send('POST', '/api/auth/login', { document: joana.cpf, password: joana.password });
    const token = backupCodes[0];
    const byBackup = await elsewhere.send('POST', '/api/2fa/validate', { userId, token, isBackup: true });
    expect(byBackup.status, byBackup.text).toBe(200);
    const fresh = await elsewhere.send('POST', '/api/2fa/regenerate', { token: app.nextCode() });
    expect(fresh.body.backupCodes).toHaveLength(10);
    expect((await elsewhere.send('POST', '/api/2fa/disable', { token: backupCodes[1] })).status).toBe(400);
    const off = await elsewhere.send('POST', '/api/2fa/disable', { token: app.nextCode() });
    expect([off.status, off.body]).toEqual([200, { success: true }]);
    const again = await script(bank).send('POST', '/api/auth/login', {
      document: joana.cpf,
      password: joana.password,
    });
    expect(again.body).toMatchObject({ requiresTwoFactor: false, message: 'Login realizado' });
  });

  test('the challenge alone opens nothing else, in whichever cookie it is sent', async ({ bank }) => {
    const home = script(bank);
    await home.send('POST', '/api/auth/register', joana);
    await enable(bank, home);
    const half = script(bank);
    await half.send('POST', '/api/auth/login', { document: joana.cpf, password: joana.password });
    const challenge = half.jar.get('challenge') ?? '';
    expect(challenge).not.toBe('');
    half.jar.set('session', challenge);
    for (const path of ['/api/auth/me', '/api/accounts', '/api/2fa/status', '/api/ledger'])
      expect((await half.send('GET', path)).status, path).toBe(401);
    const transfer = { accountNumber: '1', amount: '1.00', description: 'x' };
    expect((await half.send('POST', '/api/transfers', transfer)).status).toBe(401);
  });

  test('every call of a batch counts as a second-factor attempt', async ({ bank }) => {
    const home = script(bank);
    await home.send('POST', '/api/auth/register', joana);
    const { app } = await enable(bank, home);
    const half = script(bank);
    const { body } = await half.send('POST', '/api/auth/login', {
      document: joana.cpf,
      password: joana.password,
    });
    const { userId } = body;
    const guess = { userId, token: app.wrongCode(), isBackup: false };
    const batch = (inputs: object[]) =>
      half.send(
        'POST',
        `/trpc/${inputs.map(() => 'auth.twoFactor.validate').join(',')}?batch=1`,
        Object.fromEntries(inputs.map((json, index) => [index, { json }])),
      );
    const five = await batch(Array(5).fill(guess));
    expect(five.text.match(/"TWO_FACTOR_INVALID"/g)).toHaveLength(5);
    expect(five.status).toBe(401);
    const sixth = await half.send('POST', '/api/2fa/validate', { ...guess, token: app.nextCode() });
    expect([sixth.status, sixth.body.code]).toEqual([401, 'TWO_FACTOR_INVALID']);
  });
});

describe('two-factor required of administrators', () => {
  const ask = (bank: TestBank) =>
    bank.db.transaction((tx) => writeSetting(tx, 'requireAdminTwoFactor', true, bank.clock.now(), bank.env));

  test('an administrator without the required second factor can only turn it on', async ({ bank }) => {
    await createAdmin(bank, HELENA);
    const helena = script(bank);
    await helena.send('POST', '/api/auth/login', { document: HELENA.cpf, password: HELENA.password });
    const customer = script(bank);
    await customer.send('POST', '/api/auth/register', joana);
    expect((await helena.send('GET', '/api/auth/me')).body).toMatchObject({ mustEnableTwoFactor: false });
    await ask(bank);

    expect((await helena.send('GET', '/api/auth/me')).body).toMatchObject({ mustEnableTwoFactor: true });
    for (const path of ['/api/admin/dashboard', '/api/accounts']) {
      const refused = await helena.send('GET', path);
      expect([refused.status, refused.body.code], path).toEqual([403, 'TWO_FACTOR_REQUIRED']);
    }
    expect((await customer.send('GET', '/api/accounts')).status).toBe(200);
    expect((await customer.send('GET', '/api/auth/me')).body).toMatchObject({ mustEnableTwoFactor: false });
    expect((await customer.send('GET', '/api/admin/dashboard')).body.code).toBe('FORBIDDEN');

    expect((await helena.send('GET', '/api/2fa/status')).status).toBe(200);
    await enable(bank, helena);
    expect((await helena.send('GET', '/api/admin/dashboard')).status).toBe(200);
    expect((await helena.send('GET', '/api/auth/me')).body).toMatchObject({ mustEnableTwoFactor: false });
    expect((await helena.send('POST', '/api/auth/logout')).status).toBe(200);
  });
});
