import { describe, expect } from 'vitest';
import { DEVICE_TRUST_SECONDS, FRESH_PROOF_SECONDS } from '#domain/limits';
import { hasTwoFactor, lacksRequiredTwoFactor } from '#server/access/required-two-factor';
import { test as bankTest } from '#server/testing/bank-test';
import { settledCodes } from '#server/testing/refusal-of';
import { enableTwoFactor } from '../testing/authenticator.ts';
import { Browser, PASSWORD } from '../testing/browser.ts';
import { prove, signIn } from '../testing/passkey-ceremonies.ts';
import { profileScene, signedInAdmin } from '../testing/profile-scene.ts';
import { type SecurityKey, withPasskey } from '../testing/security-key.ts';

const test = bankTest.extend('scene', ({ bank }) => profileScene(bank));

const codeOf = async (call: Promise<unknown>) => (await settledCodes([call]))[0];
const begin = (browser: Browser) => codeOf(browser.ask((caller) => caller.passkeys.beginAdding()));
const remove = (browser: Browser, key: SecurityKey) =>
  codeOf(browser.ask((caller) => caller.passkeys.remove({ id: key.passkeyId })));

describe('a customer without the app', () => {
  test('proves with the passkey, and no more with the password alone, once it is 24 hours old', async ({
    scene: { bank, browser, user },
  }) => {
    const key = await withPasskey(bank, user.id, DEVICE_TRUST_SECONDS - 1);
    expect(await begin(browser)).toBe('done');
    bank.clock.passSeconds(1);
    expect(await begin(browser)).toBe('REAUTHENTICATE');
    await browser.ask((caller) => caller.reauthenticate({ password: PASSWORD }));
    const expiresAt = new Date(bank.clock.real().getTime() + 3_600_000).toISOString();
    for (const call of [
      () => browser.ask((caller) => caller.passkeys.remove({ id: key.passkeyId })),
      () => browser.ask((caller) => caller.tokens.create({ name: 'X', scopes: ['read'], expiresAt })),
      () => browser.ask((caller) => caller.twoFactor.setup()),
      () => browser.ask((caller) => caller.closeAccount({ password: PASSWORD, confirmation: 'ENCERRAR' })),
    ])
      expect(await codeOf(call())).toBe('REAUTHENTICATE');
    await prove(browser, key);
    expect(await begin(browser)).toBe('done');
    bank.clock.passSeconds(FRESH_PROOF_SECONDS + 1);
    expect(await begin(browser)).toBe('REAUTHENTICATE');
  });

  test('removes a stranger’s passkey with the password within 24 hours', async ({
    scene: { bank, browser, person, user },
  }) => {
    const key = await withPasskey(bank, user.id, DEVICE_TRUST_SECONDS - 1);
    expect(await remove(browser, key)).toBe('done');
    bank.clock.passSeconds(DEVICE_TRUST_SECONDS);
    await browser.login(person.cpf, PASSWORD);
    expect(await begin(browser)).toBe('done');
  });

  test('asks for another e-mail only with the passkey', async ({
    scene: { bank, browser, user, update },
  }) => {
    const key = await withPasskey(bank, user.id);
    const change = () => codeOf(update({ email: 'nova@correio.example' }));
    expect(await codeOf(update({ city: 'Santos' }))).toBe('done');
    expect(await change()).toBe('REAUTHENTICATE');
    await prove(browser, key);
    expect(await change()).toBe('done');
  });
});

test('a customer with the app proves with its code or with the passkey', async ({
  scene: { bank, browser, user },
}) => {
  const { app, backupCodes } = await enableTwoFactor(browser);
  const key = await withPasskey(bank, user.id);
  for (const giveProof of [
    () => prove(browser, key),
    () => browser.ask((caller) => caller.reauthenticate({ password: PASSWORD, code: app.nextCode() })),
    // The way back of who lost both.
    () => browser.ask((caller) => caller.reauthenticate({ password: PASSWORD, code: backupCodes[0] ?? '' })),
  ]) {
    bank.clock.passSeconds(FRESH_PROOF_SECONDS + 1);
    expect(await begin(browser)).toBe('REAUTHENTICATE');
    await giveProof();
    expect(await begin(browser)).toBe('done');
  }
});

test('an app turned on beside a passkey that counts is no proof by its owner, who may be somebody with a copied cookie', async ({
  scene: { bank, user },
}) => {
  const key = await withPasskey(bank, user.id);
  const browser = new Browser(bank);
  await signIn(browser, key);
  const signedInAt = bank.clock.real();
  bank.clock.passSeconds(60);
  await enableTwoFactor(browser);
  await browser.ask(async (_, { session }) => expect(session?.factorProvenAt).toEqual(signedInAt));
});

test('a passkey does not stand in for the app that administrators must turn on', async ({ bank }) => {
  const { user } = await signedInAdmin(bank);
  await withPasskey(bank, user.id);
  const inProduction = { db: bank.db, env: { ...bank.env, isProduction: true } };
  expect(await lacksRequiredTwoFactor(inProduction, user)).toBe(true);
  expect(await hasTwoFactor(bank.db, user.id, bank.clock.real())).toBe(true);
});
