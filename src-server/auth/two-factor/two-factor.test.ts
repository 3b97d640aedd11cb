import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { race } from '#db/testing/race-test';
import { ATTEMPT_LIMITS, BACKUP_CODES, TWO_FACTOR_SETUP_SECONDS } from '#domain/limits';
import { test as bankTest } from '#server/testing/bank-test';
import { codeOf, refusalOf, settledCodes } from '#server/testing/refusal-of';
import { Authenticator, enableTwoFactor } from '../testing/authenticator.ts';
import { Browser, newPerson } from '../testing/browser.ts';

const CODE = /^([2-9A-HJKMNP-Z]{4}-){3}[2-9A-HJKMNP-Z]{4}$/;

const test = bankTest.extend('scene', async ({ bank }) => {
  const browser = new Browser(bank);
  const user = await browser.register(newPerson({ email: 'ana@correio.example' }));
  return { bank, browser, user };
});

const status = (browser: Browser) => browser.ask((caller) => caller.twoFactor.status());
const setup = (browser: Browser) => browser.ask((caller) => caller.twoFactor.setup());
const verify = (browser: Browser, token: string) =>
  browser.ask((caller) => caller.twoFactor.verify({ token }));
const disable = (browser: Browser, token: string) =>
  browser.ask((caller) => caller.twoFactor.disable({ token }));
const regenerate = (browser: Browser, token: string) =>
  browser.ask((caller) => caller.twoFactor.regenerate({ token }));

describe('turning two-factor on', () => {
  test('turning two-factor on shows a QR code and a secret, takes a code of the app, and returns ten backup codes', async ({
    scene: { bank, browser, user },
  }) => {
    expect(await status(browser)).toEqual({ enabled: false, backupCodesLeft: 0, factorsEndAt: null });
    const { qrCode, secret } = await setup(browser);
    expect(
      Buffer.from(qrCode.split(',')[1] ?? '', 'base64')
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(await status(browser)).toEqual({ enabled: false, backupCodesLeft: 0, factorsEndAt: null });

    const { backupCodes } = await verify(browser, new Authenticator(bank, secret).code());
    expect(new Set(backupCodes).size).toBe(BACKUP_CODES);
    for (const code of backupCodes) expect(code).toMatch(CODE);
    expect(await status(browser)).toEqual({ enabled: true, backupCodesLeft: 10, factorsEndAt: null });

    const { auditLog, outbox, notifications, twoFactorSetups } = bank.db.tables;
    expect(await bank.db.select().from(twoFactorSetups)).toEqual([]);
    expect(
      await bank.db.select().from(auditLog).where(eq(auditLog.action, 'enable_two_factor')),
    ).toMatchObject([{ userId: user.id, entityType: 'user', entityId: user.id }]);
    expect(await bank.db.select().from(outbox).where(eq(outbox.kind, 'two_factor_enabled'))).toMatchObject([
      { recipient: 'ana@correio.example', subject: 'Autenticação de dois fatores ativada' },
    ]);
    expect(await bank.db.select().from(notifications)).toMatchObject([
      { userId: user.id, kind: 'two_factor_enabled', href: '/client/profile?aba=seguranca' },
    ]);
  });

  test('QR codes are limited at one address, whoever asks for them', async ({ scene: { bank } }) => {
    const answers: string[] = [];
    for (let account = 0; account < 2; account += 1) {
      const browser = new Browser(bank, '198.51.100.7');
      await browser.register(newPerson());
      for (let time = 0; time < 13; time += 1) answers.push(...(await settledCodes([setup(browser)])));
    }
    expect(answers).toEqual([...Array(24).fill('done'), ...Array(2).fill('TOO_MANY_ATTEMPTS')]);
  });

  test('turning two-factor on is refused for a wrong code, a code of an older secret, and after ten minutes', async ({
    scene: { bank, browser },
  }) => {
    expect(await codeOf(verify(browser, '123456'))).toBe('TWO_FACTOR_SETUP_EXPIRED');
    const first = new Authenticator(bank, (await setup(browser)).secret);
    const app = new Authenticator(bank, (await setup(browser)).secret);
    expect(await refusalOf(verify(browser, app.wrongCode()))).toEqual({
      status: 400,
      code: 'TWO_FACTOR_CODE',
      error: 'O código inserido está incorreto. Tente novamente.',
    });
    expect(await codeOf(verify(browser, first.code()))).toBe('TWO_FACTOR_CODE');
    expect(await refusalOf(verify(browser, '12345'))).toMatchObject({
      status: 400,
      fields: { token: 'O código do aplicativo tem 6 dígitos' },
    });
    bank.clock.passSeconds(TWO_FACTOR_SETUP_SECONDS);
    expect(await codeOf(verify(browser, app.code()))).toBe('TWO_FACTOR_SETUP_EXPIRED');
    expect(await status(browser)).toEqual({ enabled: false, backupCodesLeft: 0, factorsEndAt: null });
  });

  test('of concurrent requests to turn two-factor on one succeeds', async ({ scene: { bank, browser } }) => {
    const app = new Authenticator(bank, (await setup(browser)).secret);
    const code = app.code();
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => verify(browser, code)));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    expect(await status(browser)).toEqual({ enabled: true, backupCodesLeft: 10, factorsEndAt: null });
    expect(await refusalOf(setup(browser))).toMatchObject({
      status: 409,
      code: 'TWO_FACTOR_ALREADY_ENABLED',
    });
    expect(await codeOf(verify(browser, app.nextCode()))).toBe('TWO_FACTOR_ALREADY_ENABLED');
  });

  test('turned off and on again and again, two-factor sends a limited number of e-mails, and costs no guesses', async ({
    bank,
  }) => {
    const [browser, person] = [new Browser(bank), newPerson()];
    await browser.register(person);
    const { max, windowSeconds } = ATTEMPT_LIMITS.twoFactorOn;
    const turnOnAndOff = async () => {
      const { secret } = await setup(browser);
      const { backupCodes } = await verify(browser, new Authenticator(bank, secret).code());
      await disable(browser, backupCodes[0] ?? '');
    };
    for (let time = 0; time < max; time += 1) {
      await turnOnAndOff();
      // Each hashes ten codes, of which a minute allows twelve times as many.
      bank.clock.passSeconds(ATTEMPT_LIMITS.hash.windowSeconds);
    }
    const { outbox } = bank.db.tables;
    expect(await bank.db.$count(outbox, eq(outbox.kind, 'two_factor_enabled'))).toBe(max);
    const app = new Authenticator(bank, (await setup(browser)).secret);
    for (let time = 0; time < ATTEMPT_LIMITS.secondFactor.max; time += 1)
      expect(await codeOf(verify(browser, app.code()))).toBe('TOO_MANY_ATTEMPTS');
    bank.clock.passSeconds(windowSeconds - max * ATTEMPT_LIMITS.hash.windowSeconds);
    await browser.login(person.cpf, person.password);
    await turnOnAndOff();
    expect(await bank.db.$count(outbox, eq(outbox.kind, 'two_factor_enabled'))).toBe(max + 1);
  });

  test('neither two-factor secret nor backup codes are stored in clear', async ({
    scene: { bank, browser },
  }) => {
    const { secret: pending } = await setup(browser);
    const { secret, backupCodes } = await enableTwoFactor(browser);
    const rows: unknown[] = [];
    for (const table of Object.values(bank.db.tables)) rows.push(...(await bank.db.select().from(table)));
    const everything = JSON.stringify(rows) + bank.logged.join('');
    expect(everything).toContain('ana@correio.example');
    for (const text of [
      pending,
      secret,
      ...backupCodes,
      ...backupCodes.map((code) => code.replaceAll('-', '')),
    ])
      expect(everything).not.toContain(text);
  });
});

describe('with two-factor on', () => {
  test('two-factor is turned off by a code of the app', async ({ scene: { bank, browser, user } }) => {
    expect(await codeOf(disable(browser, '123456'))).toBe('TWO_FACTOR_NOT_ENABLED');
    const { app } = await enableTwoFactor(browser);
    expect(await codeOf(disable(browser, app.code()))).toBe('TWO_FACTOR_CODE');
    expect(await codeOf(disable(browser, app.wrongCode()))).toBe('TWO_FACTOR_CODE');
    expect(await disable(browser, app.nextCode())).toEqual({ success: true });
    expect(await status(browser)).toEqual({ enabled: false, backupCodesLeft: 0, factorsEndAt: null });
    const { auditLog, users } = bank.db.tables;
    const [row] = await bank.db.select().from(users).where(eq(users.id, user.id));
    expect(row).toMatchObject({ totpSecret: null, totpLastStep: null });
    const [audited] = await bank.db.select().from(auditLog).where(eq(auditLog.action, 'disable_two_factor'));
    expect(JSON.parse(audited?.changes ?? '')).toEqual({
      provenBy: 'app',
      endedSessions: 0,
      revokedTokens: 0,
    });
    await enableTwoFactor(browser);
  });

  test('two-factor is turned off by a backup code, however it is typed', async ({ scene: { browser } }) => {
    const { backupCodes } = await enableTwoFactor(browser);
    expect(await disable(browser, ` ${backupCodes[3]?.toLowerCase().replaceAll('-', ' ')}`)).toEqual({
      success: true,
    });
  });

  test('a code of the app makes ten other backup codes and voids the old ones', async ({
    scene: { browser },
  }) => {
    const { app, backupCodes } = await enableTwoFactor(browser);
    const fresh = await regenerate(browser, app.nextCode());
    expect(fresh.backupCodes).toHaveLength(10);
    expect(await status(browser)).toEqual({ enabled: true, backupCodesLeft: 10, factorsEndAt: null });
    expect(await codeOf(disable(browser, backupCodes[0] ?? ''))).toBe('TWO_FACTOR_CODE');
    expect(await disable(browser, fresh.backupCodes[0] ?? '')).toEqual({ success: true });
  });

  test('of 64 concurrent uses of one code of the app one succeeds', { tags: ['postgres'] }, async ({
    scene: { browser },
  }) => {
    const { app } = await enableTwoFactor(browser);
    const code = app.nextCode();
    const outcomes = await Promise.allSettled(Array.from({ length: 64 }, () => regenerate(browser, code)));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    expect(await status(browser)).toEqual({ enabled: true, backupCodesLeft: 10, factorsEndAt: null });
  });

  test('of 64 concurrent uses of one backup code one succeeds', race(), async ({ scene: { browser } }) => {
    const { backupCodes } = await enableTwoFactor(browser);
    const [code = ''] = backupCodes;
    const outcomes = await Promise.allSettled(Array.from({ length: 64 }, () => regenerate(browser, code)));
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    expect(await status(browser)).toEqual({ enabled: true, backupCodesLeft: 10, factorsEndAt: null });
  });

  test(
    'ten backup codes exist after many concurrent regenerations',
    race(),
    async ({ scene: { browser } }) => {
      const { backupCodes } = await enableTwoFactor(browser);
      await Promise.allSettled(backupCodes.map((code) => regenerate(browser, code)));
      expect(await status(browser)).toEqual({ enabled: true, backupCodesLeft: 10, factorsEndAt: null });
    },
  );

  test('after twenty wrong codes in a day every code is refused, and the owner is told once', async ({
    scene: { bank, browser },
  }) => {
    const { app, backupCodes } = await enableTwoFactor(browser);
    for (let tries = 0; tries < ATTEMPT_LIMITS.secondFactor.max; tries += 1)
      expect(await codeOf(disable(browser, app.wrongCode()))).toBe('TWO_FACTOR_CODE');
    expect(await refusalOf(disable(browser, app.nextCode()))).toMatchObject({
      status: 429,
      code: 'TOO_MANY_ATTEMPTS',
    });
    expect(await codeOf(regenerate(browser, backupCodes[0] ?? ''))).toBe('TOO_MANY_ATTEMPTS');
    const { outbox, auditLog } = bank.db.tables;
    expect(await bank.db.$count(outbox, eq(outbox.kind, 'two_factor_blocked'))).toBe(1);
    expect(await bank.db.$count(auditLog, eq(auditLog.action, 'block_two_factor'))).toBe(1);
  });

  test('two-factor cannot be seen or changed by anybody not signed in', async ({ scene: { bank } }) => {
    const nobody = new Browser(bank);
    for (const call of [status(nobody), setup(nobody), verify(nobody, '123456'), disable(nobody, '123456')])
      expect(await refusalOf(call)).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
  });
});
