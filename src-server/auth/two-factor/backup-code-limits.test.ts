import { describe, expect } from 'vitest';
import { ATTEMPT_LIMITS, LOGIN_CHALLENGE } from '#domain/limits';
import { test as bankTest } from '#server/testing/bank-test';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';
import { enableTwoFactor } from '../testing/authenticator.ts';
import { Browser, newPerson, PASSWORD } from '../testing/browser.ts';

const CPF = '529.982.247-25';

/** `home`: the browser that registered Ana, who has two-factor on. */
const test = bankTest.extend('scene', async ({ bank }) => {
  const home = new Browser(bank);
  const user = await home.register(newPerson({ cpf: CPF }));
  const { backupCodes } = await enableTwoFactor(home);
  return { bank, home, user, backupCodes };
});

async function halfWay(bank: TestBank): Promise<Browser> {
  const browser = new Browser(bank);
  await browser.givePassword(CPF, PASSWORD);
  return browser;
}

const validate = (browser: Browser, userId: string, token: string) =>
  browser.ask((caller) => caller.twoFactor.validate({ userId, token, isBackup: true }));

describe('backup codes from one address', () => {
  const { max, windowSeconds } = ATTEMPT_LIMITS.address;
  const CODE = '2222-2222-2222-2222';

  test('backup codes are counted by address, without a challenge or for another user, and not verified beyond the limit', async ({
    scene: { bank, user },
  }) => {
    const attacker = await halfWay(bank);
    for (let count = 0; count < max; count += 1) {
      const [browser, id] = count % 2 ? [new Browser(bank), user.id] : [attacker, 'x'];
      expect(await codeOf(validate(browser, id, CODE))).toBe('TWO_FACTOR_INVALID');
    }
    for (const [browser, id] of [
      [new Browser(bank), 'x'],
      [attacker, 'x'],
    ] as const)
      expect(await refusalOf(validate(browser, id, CODE))).toMatchObject({
        status: 429,
        code: 'TOO_MANY_ATTEMPTS',
        retryAfterSeconds: windowSeconds,
      });
    expect(await codeOf(validate(new Browser(bank, '198.51.100.8'), 'x', CODE))).toBe('TWO_FACTOR_INVALID');
  });

  test('backup codes refused by the limit cost no try, and a known browser still gets in', async ({
    scene: { bank, home, user, backupCodes },
  }) => {
    const [first = '', second = ''] = backupCodes;
    const waiting = await halfWay(bank);
    for (let count = 0; count < max; count += 1) await codeOf(validate(new Browser(bank), 'x', CODE));
    for (let tries = 0; tries <= LOGIN_CHALLENGE.tries; tries += 1)
      expect(await codeOf(validate(waiting, user.id, first))).toBe('TOO_MANY_ATTEMPTS');
    await home.givePassword(CPF, PASSWORD);
    await validate(home, user.id, second);
    bank.clock.passSeconds(windowSeconds);
    await validate(waiting, user.id, first);
  });
});
