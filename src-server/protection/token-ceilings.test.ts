import { expect } from 'vitest';
import { test as bankTest } from '#server/testing/bank-test';
import { caller, cookieOf, joana } from '#server/testing/http-caller';
import { fund } from './testing/protected-bank.ts';

/** Joana with R$ 500,00, in a bank under the rules; `own`: her cookie. */
const test = bankTest
  .extend('env', { MONEY_RULES: 'standard' } as Record<string, string>)
  .extend('scene', async ({ bank, admin, bruno, rest }) => {
    const call = caller(bank);
    const own = {
      cookie: cookieOf(await rest('POST', '/api/auth/register', joana)),
      'x-requested-with': 'test',
    };
    const { accounts } = (await rest('GET', '/api/accounts', {}, own)).body;
    await fund(admin, { accountId: accounts[0]?.id ?? '' }, '500.00');
    const create = (more: object) =>
      call('POST', '/api/auth/tokens', { name: 'Aluguel', expiresAt: '2026-04-30', ...more }, own);
    const pay = (secret: string, amount: string) =>
      call(
        'POST',
        '/api/transfers',
        { accountNumber: bruno.accountNumber, amount, description: 'Aluguel' },
        { authorization: `Bearer ${secret}` },
      );
    return { bank, create, pay };
  });

const MONEY = { scopes: ['read', 'money'] };

test('a token moves what its owner allowed a call and a day, and its refusal says what is left', async ({
  scene: { bank, create, pay },
}) => {
  const made = await create({ ...MONEY, perCall: '20.00', perDay: '30.00' });
  expect(made.body.token).toMatchObject({ perCall: '20.00', perDay: '30.00' });
  const { secret } = made.body.token as { secret: string };
  expect(await pay(secret, '20.01')).toMatchObject({ status: 403, body: { code: 'TOKEN_CEILING' } });
  expect((await pay(secret, '20.00')).status).toBe(201);
  const { body } = await pay(secret, '10.01');
  expect(String(body.error).replaceAll('\u00a0', ' ')).toBe(
    'Este token move até R$ 20,00 por chamada, e hoje ainda R$ 10,00.',
  );
  expect((await pay(secret, '10.00')).status).toBe(201);
  bank.clock.passSeconds(86_400);
  expect((await pay(secret, '20.00')).status).toBe(201);
});

test('a stolen cookie without a fresh proof makes no token', async ({ scene: { bank, create } }) => {
  bank.clock.passSeconds(601);
  for (const scopes of [['read'], MONEY.scopes])
    expect(await create({ scopes })).toMatchObject({ status: 403, body: { code: 'REAUTHENTICATE' } });
  expect(await bank.db.$count(bank.db.tables.accessTokens)).toBe(0);
});
