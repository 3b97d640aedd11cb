import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { race } from '#db/testing/race-test';
import { FRESH_PROOF_SECONDS, WRONG_PASSWORDS } from '#domain/limits';
import { test as bankTest } from '#server/testing/bank-test';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { Authenticator, enableTwoFactor } from './testing/authenticator.ts';
import { Browser, newPerson, PASSWORD } from './testing/browser.ts';

const test = bankTest.extend('scene', async ({ bank }) => {
  const browser = new Browser(bank);
  const person = newPerson();
  const user = await browser.register(person);
  const expiresAt = new Date(bank.clock.real().getTime() + 3_600_000).toISOString();
  return { bank, browser, person, user, expiresAt };
});

const renew = (browser: Browser, given: { password?: string; code?: string } = {}) =>
  browser.ask((caller) => caller.reauthenticate({ password: PASSWORD, ...given }));
const makeToken = (browser: Browser, expiresAt: string) =>
  browser.ask((caller) => caller.tokens.create({ name: 'Planilha', scopes: ['read'], expiresAt }));
const setUp = (browser: Browser) => browser.ask((caller) => caller.twoFactor.setup());
const profileWith = (browser: Browser, person: ReturnType<typeof newPerson>, changes: object) =>
  browser.ask((caller) => {
    const { email, phone, street, number, neighborhood, city, state, zipCode } = person;
    const address = { street, number, neighborhood, city, state, zipCode };
    return caller.updateProfile({ email, phone, ...address, monthlyIncome: '7800.00', ...changes });
  });
function stolenFrom(browser: Browser): Browser {
  const thief = new Browser(browser.bank, '192.0.2.66');
  for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
  return thief;
}

describe('a session left open for more than ten minutes', () => {
  test('a session older than ten minutes cannot change the telephone, turn two-factor on, make tokens or close the account', async ({
    scene: { bank, browser, person, expiresAt },
  }) => {
    bank.clock.passSeconds(FRESH_PROOF_SECONDS + 1);
    for (const call of [
      () => profileWith(browser, person, { phone: '11900001111' }),
      () => setUp(browser),
      () => browser.ask((caller) => caller.twoFactor.verify({ token: '123456' })),
      () => browser.ask((caller) => caller.twoFactor.disable({ token: '123456' })),
      () => browser.ask((caller) => caller.twoFactor.regenerate({ token: '123456' })),
      () => makeToken(browser, expiresAt),
      () => browser.ask((caller) => caller.closeAccount({ password: PASSWORD, confirmation: 'ENCERRAR' })),
    ])
      expect(await refusalOf(call())).toEqual({
        status: 403,
        code: 'REAUTHENTICATE',
        error: 'Para continuar, confirme que é você: informe de novo a sua senha',
      });
    expect((await browser.me()).user.phone).toBe('11987452031');
  });

  test('a session older than ten minutes can change the rest of the profile, and ask for another e-mail', async ({
    scene: { bank, browser, person },
  }) => {
    bank.clock.passSeconds(FRESH_PROOF_SECONDS + 1);
    const changed = await profileWith(browser, person, { city: 'Santos', email: 'nova@correio.example' });
    expect(changed).toMatchObject({ city: 'Santos', pendingEmail: 'nova@correio.example' });
  });

  test('a fresh proof is needed after ten minutes, and not a second before', async ({
    scene: { bank, browser, person, expiresAt },
  }) => {
    bank.clock.passSeconds(FRESH_PROOF_SECONDS);
    await makeToken(browser, expiresAt);
    await profileWith(browser, person, { phone: '11900001111' });
    bank.clock.passSeconds(1);
    expect(await codeOf(makeToken(browser, expiresAt))).toBe('REAUTHENTICATE');
  });

  test('a session of an older release counts as unproven', async ({
    scene: { bank, browser, expiresAt },
  }) => {
    await bank.db.transaction(async (tx) => {
      await tx.update(tx.tables.sessions).set({ passwordProvenAt: null });
    });
    expect(await codeOf(makeToken(browser, expiresAt))).toBe('REAUTHENTICATE');
    await renew(browser);
    await makeToken(browser, expiresAt);
  });
});

describe('the fresh proof', () => {
  test('a fresh proof lasts ten minutes, renews the token of the session and nothing else, and is audited', async ({
    scene: { bank, browser, user, expiresAt },
  }) => {
    const { sessions, auditLog } = bank.db.tables;
    const [before] = await bank.db.select().from(sessions);
    bank.clock.passSeconds(FRESH_PROOF_SECONDS + 60);
    expect(await renew(browser)).toEqual({ success: true });
    expect(browser.lastCookies).toEqual([
      expect.stringMatching(/^session=[\w-]{43}; Max-Age=42540; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
    const [after] = await bank.db.select().from(sessions);
    expect(after).toMatchObject({
      publicId: before?.publicId,
      absoluteExpiresAt: before?.absoluteExpiresAt,
      passwordProvenAt: bank.clock.real(),
      factorProvenAt: null,
    });
    const rows = await bank.db.select().from(auditLog).where(eq(auditLog.action, 'prove_identity'));
    expect(rows).toMatchObject([{ userId: user.id, entityType: 'session', entityId: before?.publicId }]);
    bank.clock.passSeconds(FRESH_PROOF_SECONDS);
    await makeToken(browser, expiresAt);
    bank.clock.passSeconds(1);
    expect(await codeOf(makeToken(browser, expiresAt))).toBe('REAUTHENTICATE');
  });

  test('after a fresh proof a stolen copy of the session is invalid', async ({
    scene: { browser, expiresAt },
  }) => {
    const thief = stolenFrom(browser);
    await renew(browser);
    expect(await codeOf(makeToken(thief, expiresAt))).toBe('UNAUTHENTICATED');
    expect(await codeOf(thief.me())).toBe('UNAUTHENTICATED');
    await browser.me();
  });

  test('a fresh proof in one session proves nothing in another', async ({
    scene: { bank, browser, person, expiresAt },
  }) => {
    const other = new Browser(bank);
    await other.login(person.cpf, PASSWORD);
    bank.clock.passSeconds(FRESH_PROOF_SECONDS + 1);
    await renew(browser);
    await makeToken(browser, expiresAt);
    expect(await codeOf(makeToken(other, expiresAt))).toBe('REAUTHENTICATE');
  });

  test('a fresh proof is refused without a session, to a token, and when wrong or missing, and is counted', async ({
    scene: { bank, browser },
  }) => {
    expect(await codeOf(renew(new Browser(bank)))).toBe('UNAUTHENTICATED');
    expect((await refusalOf(renew(browser, { password: '' }))).fields).toEqual({
      password: 'Senha atual é obrigatória',
    });
    expect((await refusalOf(renew(browser, { code: 'x' }))).fields).toEqual({
      code: 'Informe os 6 dígitos do aplicativo ou um código de backup',
    });
    for (let guess = 0; guess <= WRONG_PASSWORDS.free; guess += 1)
      expect(await refusalOf(renew(browser, { password: 'errada' }))).toMatchObject({
        status: 400,
        code: 'INVALID_PASSWORD',
      });
    expect(await codeOf(renew(browser))).toBe('TOO_MANY_ATTEMPTS');
    bank.clock.passSeconds(1);
    await renew(browser);
  });

  test('a fresh proof of a session that ended meanwhile opens nothing', async ({ scene: { browser } }) => {
    const late = await browser
      .ask(async (caller) => {
        await browser.logout();
        return caller.reauthenticate({ password: PASSWORD });
      })
      .then(
        () => 'renewed',
        (error: unknown) => codeOf(Promise.reject(error)),
      );
    expect(late).toBe('UNAUTHENTICATED');
  });
});

describe('fresh proof with two-factor', () => {
  test('with two-factor a fresh proof needs password and code, or the password alone for a call that takes a code itself', async ({
    scene: { bank, browser, expiresAt },
  }) => {
    const { app } = await enableTwoFactor(browser);
    await makeToken(browser, expiresAt);
    bank.clock.passSeconds(FRESH_PROOF_SECONDS + 1);
    const early = app.nextCode();
    expect(await codeOf(browser.ask((caller) => caller.twoFactor.regenerate({ token: early })))).toBe(
      'REAUTHENTICATE',
    );
    await renew(browser);
    expect(await codeOf(makeToken(browser, expiresAt))).toBe('REAUTHENTICATE');
    // A code refused without being checked is not spent.
    await browser.ask((caller) => caller.twoFactor.regenerate({ token: early }));
    await renew(browser, { code: app.nextCode() });
    await makeToken(browser, expiresAt);
  });

  test('a wrong code proves nothing, a right one is not used up by a wrong password, and works once', async ({
    scene: { bank, browser, expiresAt },
  }) => {
    const { app } = await enableTwoFactor(browser);
    bank.clock.passSeconds(FRESH_PROOF_SECONDS + 1);
    expect(await refusalOf(renew(browser, { code: app.wrongCode() }))).toMatchObject({
      status: 400,
      code: 'TWO_FACTOR_CODE',
    });
    expect(await codeOf(makeToken(browser, expiresAt))).toBe('REAUTHENTICATE');
    const code = app.nextCode();
    expect(await codeOf(renew(browser, { password: 'errada', code }))).toBe('INVALID_PASSWORD');
    await renew(browser, { code });
    expect(await codeOf(renew(browser, { code }))).toBe('TWO_FACTOR_CODE');
  });

  test('a backup code works as a fresh proof, once, and the owner is told', async ({
    scene: { bank, browser },
  }) => {
    const { backupCodes } = await enableTwoFactor(browser);
    const [code = ''] = backupCodes;
    await renew(browser, { code });
    expect(await codeOf(renew(browser, { code }))).toBe('TWO_FACTOR_CODE');
    const { auditLog, outbox } = bank.db.tables;
    expect(await bank.db.$count(outbox, eq(outbox.kind, 'backup_code_used'))).toBe(1);
    expect(await bank.db.$count(auditLog, eq(auditLog.action, 'use_backup_code'))).toBe(1);
  });

  test('a sign-in with its code is a fresh proof', async ({
    scene: { bank, browser, person, user, expiresAt },
  }) => {
    const { app } = await enableTwoFactor(browser);
    const other = new Browser(bank);
    await other.givePassword(person.cpf, PASSWORD);
    const token = app.nextCode();
    await other.ask((caller) => caller.twoFactor.validate({ userId: user.id, token }));
    await makeToken(other, expiresAt);
  });
});

describe('turning two-factor on or off', () => {
  test('turning two-factor on or off ends the other sessions and the access tokens, and keeps this session', async ({
    scene: { bank, browser, person, user, expiresAt },
  }) => {
    const { accessTokens, auditLog } = bank.db.tables;
    const openTokens = async () =>
      (await bank.db.select().from(accessTokens)).filter(({ revokedAt }) => revokedAt === null).length;
    const thief = new Browser(bank);
    await thief.login(person.cpf, PASSWORD);
    await makeToken(thief, expiresAt);
    const { app } = await enableTwoFactor(browser);
    expect(await codeOf(thief.me())).toBe('UNAUTHENTICATED');
    expect(await openTokens()).toBe(0);
    await browser.me();

    await thief.givePassword(person.cpf, PASSWORD);
    const code = app.nextCode();
    await thief.ask((caller) => caller.twoFactor.validate({ userId: user.id, token: code }));
    await makeToken(browser, expiresAt);
    const off = app.nextCode();
    await browser.ask((caller) => caller.twoFactor.disable({ token: off }));
    expect(await codeOf(thief.me())).toBe('UNAUTHENTICATED');
    expect(await openTokens()).toBe(0);
    await browser.me();
    for (const action of ['enable_two_factor', 'disable_two_factor'] as const) {
      const [row] = await bank.db.select().from(auditLog).where(eq(auditLog.action, action));
      expect(JSON.parse(row?.changes ?? '{}'), action).toMatchObject({ endedSessions: 1, revokedTokens: 1 });
    }
  });
});

test('of 16 concurrent proofs by one code one succeeds', race(), async ({ scene: { browser } }) => {
  const { secret } = await setUp(browser);
  const app = new Authenticator(browser.bank, secret);
  const first = app.code();
  await browser.ask((caller) => caller.twoFactor.verify({ token: first }));
  const code = app.nextCode();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 16 }, () => renew(stolenFrom(browser), { code })),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});
