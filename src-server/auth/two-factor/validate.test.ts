import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { race } from '#db/testing/race-test';
import { ATTEMPT_LIMITS, LOGIN_CHALLENGE } from '#domain/limits';
import { test as bankTest } from '#server/testing/bank-test';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';
import { authDailySteps } from '../daily-steps.ts';
import { enableTwoFactor } from '../testing/authenticator.ts';
import { Browser, newPerson, PASSWORD } from '../testing/browser.ts';

const CPF = '529.982.247-25';
const INVALID = {
  status: 401,
  code: 'TWO_FACTOR_INVALID',
  error: 'O código inserido está incorreto ou já foi usado',
};

/** `home`: the browser that registered Ana, who has two-factor on. */
const test = bankTest.extend('scene', async ({ bank }) => {
  const home = new Browser(bank);
  const user = await home.register(newPerson({ cpf: CPF, email: 'ana@correio.example' }));
  const factor = await enableTwoFactor(home);
  return { bank, home, user, ...factor };
});

async function halfWay(bank: TestBank, ip?: string): Promise<Browser> {
  const browser = new Browser(bank, ip);
  await browser.givePassword(CPF, PASSWORD);
  return browser;
}

async function manyHalfWay(bank: TestBank, count: number): Promise<Browser[]> {
  const browsers: Browser[] = [];
  for (let index = 0; index < count; index += 1) {
    browsers.push(await halfWay(bank, `198.51.100.${index}`));
    // Within one minute the limit on right passwords would refuse some of them.
    if (index === count / 2) bank.clock.passSeconds(60);
  }
  return browsers;
}

const validate = (browser: Browser, userId: string, token: string, isBackup = false) =>
  browser.ask((caller) => caller.twoFactor.validate({ userId, token, isBackup }));

function copyOf(browser: Browser): Browser {
  const copy = new Browser(browser.bank, browser.ip);
  for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
  return copy;
}

describe('a sign-in with two-factor', () => {
  test('with two-factor the password alone opens no session', async ({ scene: { bank, user } }) => {
    const browser = new Browser(bank);
    expect(await browser.givePassword(CPF, PASSWORD)).toEqual({
      requiresTwoFactor: true,
      userId: user.id,
      message: 'Informe o código de verificação',
    });
    expect([...browser.cookies.keys()]).toEqual(['challenge']);
    expect(browser.lastCookies[0]).toMatch(
      /^challenge=[\w-]{43}; Max-Age=300; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    for (const call of [
      () => browser.me(),
      () => browser.ask((caller) => caller.twoFactor.status()),
      () => browser.ask((caller) => caller.twoFactor.disable({ token: '123456' })),
    ])
      expect(await refusalOf(call())).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    const { auditLog } = bank.db.tables;
    expect(await bank.db.$count(auditLog, eq(auditLog.action, 'login'))).toBe(0);
  });

  test('with two-factor a code of the app opens a session', async ({ scene: { bank, user, app } }) => {
    const browser = await halfWay(bank);
    const { user: answered } = await validate(browser, user.id, app.nextCode());
    expect(answered).toMatchObject({ id: user.id, cpf: '52998224725' });
    expect([...browser.cookies.keys()].sort()).toEqual(['device', 'session']);
    expect((await browser.me()).user.id).toBe(user.id);
    const { auditLog } = bank.db.tables;
    expect(await bank.db.select().from(auditLog).where(eq(auditLog.action, 'login'))).toMatchObject([
      { userId: user.id, entityType: 'session', changes: '{"secondFactor":"app"}' },
    ]);
  });

  test('each backup code opens a session once, and the owner is told', async ({
    scene: { bank, user, backupCodes },
  }) => {
    for (const code of backupCodes.slice(0, 8)) await validate(await halfWay(bank), user.id, code, true);
    const [code = ''] = backupCodes;
    expect(await refusalOf(validate(await halfWay(bank), user.id, code, true))).toEqual(INVALID);
    const { auditLog, outbox } = bank.db.tables;
    expect(await bank.db.$count(auditLog, eq(auditLog.action, 'use_backup_code'))).toBe(8);
    const told = await bank.db.select().from(outbox).where(eq(outbox.kind, 'backup_code_used'));
    expect(told).toHaveLength(8);
    expect(told.some(({ text }) => text.includes('Restam 2 códigos. Gere novos códigos'))).toBe(true);
  });

  test('a backup code is not accepted as a code of the app, nor the other way round', async ({
    scene: { bank, user, app, backupCodes },
  }) => {
    const browser = await halfWay(bank);
    expect(await refusalOf(validate(browser, user.id, backupCodes[0] ?? ''))).toMatchObject({
      status: 400,
      fields: { token: 'O código do aplicativo tem 6 dígitos' },
    });
    expect(await refusalOf(validate(browser, user.id, app.nextCode(), true))).toMatchObject({ status: 400 });
    await validate(browser, user.id, app.code());
  });
});

describe('failures of the second factor', () => {
  test('every failure of the second factor has the same answer', async ({
    scene: { bank, home, user, app },
  }) => {
    const bruno = await new Browser(bank).register(newPerson());
    const replayed = await halfWay(bank);
    const before = copyOf(replayed);
    await validate(replayed, user.id, app.nextCode());
    const exhausted = await halfWay(bank);
    for (let tries = 0; tries < LOGIN_CHALLENGE.tries; tries += 1)
      expect(await refusalOf(validate(exhausted, user.id, app.wrongCode()))).toEqual(INVALID);
    const forged = new Browser(bank);
    forged.cookies.set('challenge', 'x'.repeat(43));
    const late = await halfWay(bank);
    bank.clock.passSeconds(LOGIN_CHALLENGE.seconds - 30);
    const right = () => app.nextCode();
    const cases: [string, Browser, string, string][] = [
      ['no challenge', new Browser(bank), user.id, right()],
      ['a session instead of a challenge', home, user.id, right()],
      ['a forged challenge', forged, user.id, right()],
      ['out of time', late, user.id, right()],
      ['done before', before, user.id, right()],
      ['out of tries', exhausted, user.id, right()],
      ['somebody else', await halfWay(bank), bruno.id, right()],
      ['nobody', await halfWay(bank), '0195a2c4-0000-7000-8000-000000000001', right()],
      ['a wrong code', await halfWay(bank), user.id, app.wrongCode()],
      ['a spent code', await halfWay(bank), user.id, app.code(-20)],
    ];
    for (const [name, browser, userId, token] of cases) {
      expect(await refusalOf(validate(browser, userId, token)), name).toEqual(INVALID);
      expect(browser.lastCookies, name).toEqual([]);
    }
    for (const [name, browser, userId] of cases)
      expect(
        await refusalOf(validate(browser, userId, '2222-2222-2222-2222', true)),
        `${name}, as a backup code`,
      ).toEqual(INVALID);
    expect(bank.logged.join('')).toContain('a second factor was given for somebody else');
    await validate(await halfWay(bank), user.id, right());
  });

  test('a failure of the second factor takes about the same time with and without a challenge', async ({
    scene: { bank, user },
  }) => {
    const timeOf = async (browser: Browser) => {
      // CPU time: wall time would include other processes.
      const before = process.cpuUsage();
      expect(await refusalOf(validate(browser, user.id, '2222-2222-2222-2222', true))).toEqual(INVALID);
      const { user: ownMicros, system } = process.cpuUsage(before);
      return ownMicros + system;
    };
    const without: number[] = [];
    const wrong: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      without.push(await timeOf(new Browser(bank)));
      wrong.push(await timeOf(await halfWay(bank)));
    }
    const median = (times: number[]) => times.sort((one, other) => one - other)[4] ?? 0;
    // Without verifying a dummy hash one would take a tenth of the other.
    expect(median(without)).toBeGreaterThan(median(wrong) * 0.4);
    expect(median(wrong)).toBeGreaterThan(median(without) * 0.4);
  });

  test('the second-factor secret of another user, put in place of one’s own, is refused', async ({
    scene: { bank, user },
  }) => {
    const other = new Browser(bank);
    const bruno = await other.register(newPerson());
    const { app } = await enableTwoFactor(other);
    const { users } = bank.db.tables;
    const [row] = await bank.db.select().from(users).where(eq(users.id, bruno.id));
    await bank.db.transaction(async (tx) => {
      const stolen = { totpSecret: row?.totpSecret ?? null };
      await tx.update(tx.tables.users).set(stolen).where(eq(tx.tables.users.id, user.id));
    });
    expect(await refusalOf(validate(await halfWay(bank), user.id, app.nextCode()))).toEqual(INVALID);
    expect(bank.logged.join('')).toContain('a two-factor secret cannot be decrypted');
  });

  test('the second factor of a user deactivated or without two-factor meanwhile is refused', async ({
    scene: { bank, home, user, app },
  }) => {
    const waiting = await halfWay(bank);
    const later = await halfWay(bank);
    const setActive = (isActive: boolean) =>
      bank.db.transaction(async (tx) => {
        await tx.update(tx.tables.users).set({ isActive }).where(eq(tx.tables.users.id, user.id));
      });
    await setActive(false);
    expect(await refusalOf(validate(waiting, user.id, app.nextCode()))).toEqual(INVALID);
    await setActive(true);
    const off = app.nextCode();
    await home.ask((caller) => caller.twoFactor.disable({ token: off }));
    expect(await refusalOf(validate(later, user.id, app.nextCode()))).toEqual(INVALID);
  });
});

describe('the challenge of a sign-in', () => {
  test('the daily run deletes expired challenges, and no waiting ones', async ({
    scene: { bank, user, app },
  }) => {
    await halfWay(bank);
    bank.clock.passSeconds(LOGIN_CHALLENGE.seconds);
    const waiting = await halfWay(bank);
    for (const { run } of authDailySteps) await run(bank, bank.clock.today());
    expect(await bank.db.$count(bank.db.tables.loginChallenges)).toBe(1);
    await validate(waiting, user.id, app.nextCode());
  });
});

describe('guessing the second factor at a sign-in', () => {
  test('twenty wrong codes a day end guessing from unknown devices; a known one still gets in', async ({
    scene: { bank, home, user, app, backupCodes },
  }) => {
    const { max } = ATTEMPT_LIMITS.secondFactor;
    for (let tries = 0; tries < max / LOGIN_CHALLENGE.tries; tries += 1) {
      const stranger = await halfWay(bank, `198.51.100.${tries}`);
      for (let guess = 0; guess < LOGIN_CHALLENGE.tries; guess += 1)
        expect(await refusalOf(validate(stranger, user.id, app.wrongCode()))).toEqual(INVALID);
    }
    const stranger = await halfWay(bank, '198.51.100.99');
    expect(await refusalOf(validate(stranger, user.id, app.nextCode()))).toEqual(INVALID);
    expect(await refusalOf(validate(stranger, user.id, backupCodes[0] ?? '', true))).toEqual(INVALID);
    const { outbox } = bank.db.tables;
    expect(await bank.db.$count(outbox, eq(outbox.kind, 'two_factor_blocked'))).toBe(1);

    await home.givePassword(CPF, PASSWORD);
    await validate(home, user.id, app.nextCode());
    bank.clock.passSeconds(24 * 3600);
    await validate(await halfWay(bank, '198.51.100.99'), user.id, app.code());
  });

  test('right codes do not count as guesses', async ({ scene: { bank, user, app } }) => {
    for (let day = 0; day <= ATTEMPT_LIMITS.secondFactor.max; day += 1)
      await validate(await halfWay(bank), user.id, app.nextCode());
  });
});

describe('64 concurrent second factors', () => {
  test(
    '64 concurrent uses of one code of the app open one session',
    race(),
    async ({ scene: { bank, home, user, app } }) => {
      const { sessions } = bank.db.tables;
      await home.logout();
      const browsers = await manyHalfWay(bank, 64);
      const code = app.nextCode();
      const outcomes = await Promise.allSettled(browsers.map((browser) => validate(browser, user.id, code)));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await bank.db.$count(sessions)).toBe(1);
    },
  );

  test(
    '64 concurrent uses of one backup code open one session',
    race(),
    async ({ scene: { bank, home, user, backupCodes } }) => {
      const { sessions } = bank.db.tables;
      await home.logout();
      const browsers = await manyHalfWay(bank, 64);
      const [code = ''] = backupCodes;
      const outcomes = await Promise.allSettled(
        browsers.map((browser) => validate(browser, user.id, code, true)),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await bank.db.$count(sessions)).toBe(1);
    },
  );

  test(
    '64 concurrent uses of ten backup codes in one browser open one session',
    race(),
    async ({ scene: { bank, home, user, backupCodes } }) => {
      const { sessions } = bank.db.tables;
      await home.logout();
      const browser = await halfWay(bank);
      const outcomes = await Promise.allSettled(
        backupCodes.map((code) => validate(copyOf(browser), user.id, code, true)),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await bank.db.$count(sessions)).toBe(1);
      expect(await codeOf(validate(browser, user.id, backupCodes[9] ?? '', true))).toBe('TWO_FACTOR_INVALID');
    },
  );
});
