import { expect } from 'vitest';
import { DEVICE_TRUST_SECONDS, FRESH_PROOF_SECONDS } from '#domain/limits';
import { enableTwoFactor } from '#server/auth/testing/authenticator';
import { Browser, newPerson, PASSWORD } from '#server/auth/testing/browser';
import { confirmEmail } from '#server/auth/testing/freezing';
import { test as bankTest } from '#server/testing/bank-test';
import { caller } from '#server/testing/http-caller';
import { settledCodes } from '#server/testing/refusal-of';
import { fund } from './testing/protected-bank.ts';

/** A customer with R$ 500,00 and a new second factor, in the browser that opened the account, in a bank under the rules. */
const test = bankTest
  .extend('env', { MONEY_RULES: 'standard' } as Record<string, string>)
  .extend('scene', async ({ bank, admin, bruno }) => {
    const browser = new Browser(bank);
    const person = newPerson();
    const user = await browser.register(person);
    const { accounts } = bank.db.tables;
    const rows = await bank.db.select().from(accounts);
    await fund(admin, { accountId: rows.find(({ userId }) => userId === user.id)?.id ?? '' }, '500.00');
    await confirmEmail(bank, browser);
    const { app } = await enableTwoFactor(browser);
    const signIn = async (on: Browser) => {
      await on.givePassword(person.cpf, PASSWORD);
      const token = app.nextCode();
      await on.ask((call) => call.twoFactor.validate({ userId: user.id, token }));
    };
    const proveAgain = async (on: Browser = browser) => {
      const code = app.nextCode();
      await on.ask((call) => call.reauthenticate({ password: PASSWORD, code }));
    };
    const asked = { name: 'Aluguel', expiresAt: '2026-04-30', scopes: ['read', 'money'] as const };
    const create = (more: object = {}, on: Browser = browser) =>
      on.ask((call) => call.tokens.create({ ...asked, ...more } as never));
    const pay = (secret: string, amount: string) =>
      caller(bank)(
        'POST',
        '/api/transfers',
        { accountNumber: bruno.accountNumber, amount, description: 'Aluguel' },
        { authorization: `Bearer ${secret}` },
      );
    return { bank, browser, create, pay, signIn, proveAgain };
  });

const code = async (call: Promise<unknown>) => (await settledCodes([call]))[0];

test('a token that moves money is made in a registered device with a second factor, trusted for a day, proved after the sign-in', async ({
  scene: { bank, browser, create, signIn, proveAgain },
}) => {
  await proveAgain();
  expect(await code(create())).toBe('TWO_FACTOR_NOT_ENABLED');
  bank.clock.passSeconds(DEVICE_TRUST_SECONDS);
  const elsewhere = new Browser(bank);
  await signIn(elsewhere);
  await proveAgain(elsewhere);
  expect(await code(create({}, elsewhere))).toBe('DEVICE_LIMIT');
  await signIn(browser);
  expect(await code(create())).toBe('REAUTHENTICATE');
  await proveAgain();
  expect(await code(create())).toBe('done');
  // One that only reads needs no more than a fresh proof.
  expect(await code(create({ scopes: ['read'] }, elsewhere))).toBe('done');
});

test('a token moves what its owner allowed a call and a day, and its refusal says what is left', async ({
  scene: { bank, browser, create, pay, signIn, proveAgain },
}) => {
  bank.clock.passSeconds(DEVICE_TRUST_SECONDS);
  await signIn(browser);
  await proveAgain();
  const { secret, ...made } = await create({ perCall: '20.00', perDay: '30.00' });
  expect(made).toMatchObject({ perCall: '20.00', perDay: '30.00' });
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
  bank.clock.passSeconds(FRESH_PROOF_SECONDS + 1);
  for (const scopes of [['read'], ['read', 'money']])
    expect(await code(create({ scopes }))).toBe('REAUTHENTICATE');
  expect(await bank.db.$count(bank.db.tables.accessTokens)).toBe(0);
});
