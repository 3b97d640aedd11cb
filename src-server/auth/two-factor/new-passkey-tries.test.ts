import { expect } from 'vitest';
import { ATTEMPT_LIMITS, WRONG_PASSWORDS } from '#domain/limits';
import { test as bankTest } from '#server/testing/bank-test';
import { codeOf } from '#server/testing/refusal-of';
import { enableTwoFactor } from '../testing/authenticator.ts';
import { Browser, newPerson, PASSWORD } from '../testing/browser.ts';
import { add, signIn } from '../testing/passkey-ceremonies.ts';
import { SecurityKey } from '../testing/security-key.ts';

/** Whoever copied a cookie has added a passkey, and opens sessions by it. */
const test = bankTest.extend('scene', async ({ bank }) => {
  const owner = new Browser(bank);
  await owner.register(newPerson());
  const { app } = await enableTwoFactor(owner);
  const key = new SecurityKey(bank.env.APP_ORIGIN);
  await add(owner, key);
  const again = async () => {
    const browser = new Browser(bank);
    await signIn(browser, key);
    return (password: string, code?: string) =>
      browser.ask((caller) => caller.reauthenticate({ password, ...(code && { code }) }));
  };
  return { app, owner, again };
});

test('sessions opened by a passkey that does not count yet have twenty wrong codes a day together, and leave the owner’s theirs', async ({
  scene: { app, owner, again },
}) => {
  const sessions = [await again(), await again()];
  for (let tries = 0; tries < ATTEMPT_LIMITS.secondFactor.max; tries += sessions.length)
    for (const prove of sessions)
      expect(await codeOf(prove(PASSWORD, app.wrongCode()))).toBe('TWO_FACTOR_CODE');
  expect(await codeOf((await again())(PASSWORD, app.nextCode()))).toBe('TOO_MANY_ATTEMPTS');
  await owner.ask((caller) => caller.reauthenticate({ password: PASSWORD, code: app.nextCode() }));
});

test('nor do they get their free wrong passwords again by each', async ({ scene: { owner, again } }) => {
  for (let tries = 0; tries < WRONG_PASSWORDS.free; tries += 1)
    expect(await codeOf((await again())('não é esta'))).toBe('INVALID_PASSWORD');
  await (await again())('não é esta').catch(() => {});
  expect(await codeOf((await again())('não é esta'))).toBe('TOO_MANY_ATTEMPTS');
  await owner.ask((caller) => caller.reauthenticate({ password: PASSWORD }));
});
