import { desc, eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { ATTEMPT_LIMITS, LOGIN_CHALLENGE, WRONG_PASSWORDS } from '#domain/limits';
import { openBody } from '#server/outbox/sealed';
import { test as bankTest } from '#server/testing/bank-test';
import { codeOf } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';
import { enableTwoFactor } from '../testing/authenticator.ts';
import { Browser, newPerson, PASSWORD } from '../testing/browser.ts';

const CPF = '529.982.247-25';

/** `home`: the browser in which Ana turned two-factor on. */
const test = bankTest.extend('scene', async ({ bank }) => {
  const home = new Browser(bank);
  const user = await home.register(newPerson({ cpf: CPF }));
  return { bank, home, user, ...(await enableTwoFactor(home)) };
});

const validate = (browser: Browser, userId: string, token: string) =>
  browser.ask((caller) => caller.twoFactor.validate({ userId, token, isBackup: false }));

async function signedIn(bank: TestBank, cpf: string): Promise<Browser> {
  const browser = new Browser(bank);
  await browser.login(cpf, PASSWORD);
  return browser;
}

async function recoverBy(browser: Browser, email: string, password: string): Promise<void> {
  const { bank } = browser;
  const { outbox } = bank.db.tables;
  await browser.ask((caller) => caller.recovery.request({ email }));
  const [letter] = await bank.db
    .select()
    .from(outbox)
    .where(eq(outbox.kind, 'recovery'))
    .orderBy(desc(outbox.id));
  const token = /\?token=([\w-]{43})$/m.exec(letter ? openBody(bank.keys, letter).text : '')?.[1] ?? '';
  await browser.ask((caller) => caller.recovery.reset({ token, password }));
}

describe('attempts to guess a second factor', () => {
  test('attempts to guess a second factor stay counted after a recovery, and on a device known before the factor', async ({
    bank,
  }) => {
    const person = newPerson({ cpf: CPF });
    const early = new Browser(bank);
    const { id } = await early.register(person);
    const { app } = await enableTwoFactor(await signedIn(bank, person.cpf));
    let password = PASSWORD;
    const guessFrom = async (browser: Browser) => {
      await browser.givePassword(CPF, password);
      for (let guess = 0; guess < LOGIN_CHALLENGE.tries; guess += 1)
        expect(await codeOf(validate(browser, id, app.wrongCode()))).toBe('TWO_FACTOR_INVALID');
    };
    await guessFrom(early);
    // The first recovery's codes are counted apart.
    for (let round = 1; round <= ATTEMPT_LIMITS.secondFactor.max / LOGIN_CHALLENGE.tries; round += 1) {
      const thief = new Browser(bank, `198.51.100.${round}`);
      password = `${PASSWORD} ${round}`;
      await recoverBy(thief, person.email, password);
      await guessFrom(thief);
    }
    for (const browser of [early, new Browser(bank, '198.51.100.99')]) {
      await browser.givePassword(CPF, password);
      expect(await codeOf(validate(browser, id, app.nextCode()))).toBe('TWO_FACTOR_INVALID');
    }
    const { outbox } = bank.db.tables;
    expect(await bank.db.$count(outbox, eq(outbox.kind, 'two_factor_blocked'))).toBe(1);
  });

  test('a device that passed the second factor stays known while strangers guess, and after two-factor is turned off', async ({
    scene: { bank, home, user, app },
  }) => {
    await home.logout();
    for (let guess = 0; guess < 12; guess += 1)
      await codeOf(new Browser(bank, `198.51.100.${guess}`).givePassword(CPF, 'errada'));
    expect(await codeOf(new Browser(bank).givePassword(CPF, PASSWORD))).toBe('TOO_MANY_ATTEMPTS');
    await home.givePassword(CPF, PASSWORD);
    await validate(home, user.id, app.nextCode());
    const off = app.nextCode();
    await home.ask((caller) => caller.twoFactor.disable({ token: off }));
    await home.logout();
    await home.login(CPF, PASSWORD);
    const { outbox } = bank.db.tables;
    expect(await bank.db.$count(outbox, eq(outbox.kind, 'new_login'))).toBe(0);
  });
});

describe('passwords after a recovery with two-factor on', () => {
  const NEXT = 'outra senha comprida';
  const guessCodes = async (browser: Browser, userId: string, app: { wrongCode: () => string }) => {
    for (let guess = 0; guess < LOGIN_CHALLENGE.tries; guess += 1)
      expect(await codeOf(validate(browser, userId, app.wrongCode()))).toBe('TWO_FACTOR_INVALID');
  };
  const guessFromNine = async (bank: TestBank, network: string) => {
    for (let guess = 0; guess < 9; guess += 1)
      await codeOf(new Browser(bank, `${network}.${guess}`).givePassword(CPF, 'errada'));
  };

  test('after a recovery an owner with an app comes to its code while strangers guess the password, for an hour at least', async ({
    scene: { bank, user, app },
  }) => {
    const { outbox, users } = bank.db.tables;
    await bank.db.transaction((tx) =>
      tx.update(users).set({ emailConfirmedAt: bank.clock.real() }).where(eq(users.id, user.id)),
    );
    await guessFromNine(bank, '198.51.100');
    const browser = new Browser(bank);
    await recoverBy(browser, user.email, NEXT);
    await guessFromNine(bank, '192.0.2');
    bank.clock.passSeconds(3599);
    await guessFromNine(bank, '198.18.0');
    expect(await codeOf(new Browser(bank).givePassword(CPF, NEXT))).toBe('TOO_MANY_ATTEMPTS');
    expect(await browser.givePassword(CPF, NEXT)).toMatchObject({ requiresTwoFactor: true });
    await validate(browser, user.id, app.nextCode());
    expect(await bank.db.$count(outbox, eq(outbox.kind, 'new_login'))).toBe(1);
  });

  test('whoever used up the codes of unknown browsers by a stolen password leaves five a day to those after a recovery', async ({
    scene: { bank, user, app },
  }) => {
    for (let round = 0; round < ATTEMPT_LIMITS.secondFactor.max / LOGIN_CHALLENGE.tries; round += 1) {
      const thief = new Browser(bank, `198.51.100.${round}`);
      await thief.givePassword(CPF, PASSWORD);
      await guessCodes(thief, user.id, app);
    }
    const [browser, second, third] = [new Browser(bank), new Browser(bank), new Browser(bank)];
    await recoverBy(browser, user.email, NEXT);
    await browser.givePassword(CPF, NEXT);
    await validate(browser, user.id, app.nextCode());
    await recoverBy(second, user.email, NEXT);
    await second.givePassword(CPF, NEXT);
    await guessCodes(second, user.id, app);
    await recoverBy(third, user.email, NEXT);
    await third.givePassword(CPF, NEXT);
    expect(await codeOf(validate(third, user.id, app.nextCode()))).toBe('TWO_FACTOR_INVALID');
  });

  test('wrong passwords in the browser of a recovery have a count of their own, and two hours later that of all unknown ones', async ({
    scene: { bank, user },
  }) => {
    const browser = new Browser(bank);
    await recoverBy(browser, user.email, NEXT);
    for (let guess = 0; guess < WRONG_PASSWORDS.free + 1; guess += 1)
      expect(await codeOf(browser.givePassword(CPF, 'errada'))).toBe('INVALID_CREDENTIALS');
    expect(await codeOf(browser.givePassword(CPF, NEXT))).toBe('TOO_MANY_ATTEMPTS');
    expect(await new Browser(bank).givePassword(CPF, NEXT)).toMatchObject({ requiresTwoFactor: true });
    bank.clock.passSeconds(2 * 3600);
    await guessFromNine(bank, '198.51.100');
    expect(await codeOf(browser.givePassword(CPF, NEXT))).toBe('TOO_MANY_ATTEMPTS');
  });
});
