/** @module-tag postgresInCi */
import { eq, isNull } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { race } from '#db/testing/race-test';
import { FREEZE_LINK_SECONDS } from '#domain/limits';
import { rememberRecipient } from '#server/account/remember-recipient';
import { newFreezeToken } from '#server/outbox/freeze-link';
import { newKey, sessionOf } from '#server/protection/testing/protected-bank';
import { knowPayee, turnRulesOn } from '#server/protection/testing/rules';
import { test as bankTest } from '#server/testing/bank-test';
import { caller } from '#server/testing/http-caller';
import { callerOf, makeCustomer } from '#server/testing/people';
import { codeOf, settledCodes } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';
import { Browser, PASSWORD } from '../testing/browser.ts';
import { registerDevice } from '../testing/device-key.ts';
import { changesIn, confirmEmail, freezeBy, lettersIn } from '../testing/freezing.ts';
import { profileScene, signedInAdmin } from '../testing/profile-scene.ts';

const test = bankTest.extend('scene', ({ bank }) => profileScene(bank));

const linkBy = (bank: TestBank, token: string) => new Browser(bank).ask((on) => on.freezeByLink({ token }));
const inAnHour = ({ clock }: TestBank) => new Date(clock.real().getTime() + 3_600_000).toISOString();

describe('freezing one’s own account', () => {
  test('all sessions and tokens end, the caller’s too, and the owner is told', async ({ scene }) => {
    const { bank, browser, person } = scene;
    const other = new Browser(bank);
    await other.login(person.cpf, PASSWORD);
    await other.ask((on) => on.tokens.create({ name: 'X', scopes: ['read'], expiresAt: inAnHour(bank) }));
    expect(await freezeBy(browser)).toEqual({ success: true });
    expect(browser.cookies.has('session')).toBe(false);
    for (const one of [browser, other]) expect(await codeOf(one.me())).toBe('UNAUTHENTICATED');
    const { accessTokens } = bank.db.tables;
    expect(await bank.db.$count(accessTokens, isNull(accessTokens.revokedAt))).toBe(0);
    expect(await lettersIn(bank)).toEqual(['frozen_by_owner']);
    expect(await changesIn(bank)).toEqual([
      { action: 'freeze_by_owner', by: 'session', endedSessions: 2, revokedTokens: 1 },
    ]);
  });

  test('a frozen customer signs in and reads, and makes no token, no PIX key and no closure', async ({
    scene: { bank, browser, person, user },
  }) => {
    const frozenAt = bank.clock.real().toISOString();
    await freezeBy(browser);
    bank.clock.passSeconds(60);
    await browser.login(person.cpf, PASSWORD);
    expect((await browser.me()).frozenAt).toBe(frozenAt);
    const token = { name: 'X', scopes: ['read' as const], expiresAt: inAnHour(bank) };
    expect(await codeOf(browser.ask((on) => on.tokens.create(token)))).toBe('ACCOUNT_FROZEN_BY_OWNER');
    expect(await browser.ask((on) => on.closureObstacles())).toContainEqual(
      expect.stringContaining('Sua conta está congelada'),
    );
    const actor = { id: user.id, fullName: user.fullName, role: 'cliente' as const };
    const call = callerOf(bank, actor);
    expect(await codeOf(call.pix.keys.create({ type: 'EVP' }))).toBe('ACCOUNT_FROZEN_BY_OWNER');
    expect((await call.account.list()).accounts).toHaveLength(1);
    // What would be ready when its owner unfreezes it.
    const raise = { kind: 'transfer', window: 'night', amount: '1500.00' } as const;
    expect(await codeOf(call.account.limits.change(raise))).toBe('ACCOUNT_FROZEN_BY_OWNER');
    await call.account.limits.changeProtection({ undoMinutes: 60, confirmAbove: '100.00' });
    for (const weaker of [{ undoMinutes: 0 }, { confirmAbove: null }])
      expect(await codeOf(call.account.limits.changeProtection(weaker))).toBe('ACCOUNT_FROZEN_BY_OWNER');
    expect(await codeOf(call.pix.keys.remove({ id: 'x' }))).toBe('ACCOUNT_FROZEN_BY_OWNER');
    const elsewhere = new Browser(bank);
    await elsewhere.login(person.cpf, PASSWORD);
    expect(await codeOf(registerDevice(elsewhere))).toBe('ACCOUNT_FROZEN_BY_OWNER');
  });

  test('what was asked for in the 72 hours of the link is taken back: raises, also in effect, an e-mail, no time to undo, trust', async ({
    scene: { bank, browser, update, user },
  }) => {
    // A new proof each time.
    const call = () => callerOf(bank, { id: user.id, fullName: user.fullName, role: 'cliente' as const });
    const amountOf = async (kind: 'transfer' | 'boleto', window: 'day' | 'night') =>
      (await call().account.limits.list()).limits.find((one) => one.kind === kind && one.window === window);
    await call().account.limits.change({ kind: 'transfer', window: 'night', amount: '1500.00' });
    bank.clock.passSeconds(FREEZE_LINK_SECONDS + 1);
    await call().account.limits.change({ kind: 'transfer', window: 'night', amount: '2500.00' });
    await call().account.limits.change({ kind: 'boleto', window: 'day', amount: '10.00' });
    bank.clock.passSeconds(26 * 3600);
    await call().account.limits.change({ kind: 'boleto', window: 'day', amount: '9000.00' });
    await call().account.limits.changeProtection({ undoMinutes: 0 });
    await knowPayee(bank, user, { kind: 'account', target: '1-9', trustedCents: 1_000_000 });
    await browser.login(user.cpf ?? '', PASSWORD);
    await update({ email: 'other@example.com' });
    expect((await amountOf('transfer', 'night'))?.amount).toBe('2500.00');
    await freezeBy(browser);
    expect(await amountOf('transfer', 'night')).toMatchObject({ amount: '1500.00', next: null });
    expect(await amountOf('boleto', 'day')).toMatchObject({ amount: '10.00', next: null });
    expect((await call().account.limits.list()).undoMinutes).toBe(10);
    expect((await call().auth.me()).user.pendingEmail).toBeNull();
    const { emailChanges } = bank.db.tables;
    expect(await bank.db.$count(emailChanges)).toBe(0);
    expect(await changesIn(bank)).toMatchObject([{ cancelledRaises: 2, undoMinutes: 0, endedTrusts: 1 }]);
  });

  test('whom somebody first paid in those 72 hours is a new payee again, once unfrozen too; older ones are not', async ({
    bank,
    admin,
    ana,
    bruno,
  }) => {
    await turnRulesOn(bank, ana.user);
    const newer = await makeCustomer(bank);
    const pay = async ({ accountNumber }: typeof bruno) => {
      const payment = { accountNumber, amount: '1.00', description: 'Aluguel', idempotencyKey: newKey() };
      return (await settledCodes([sessionOf(bank, ana).account.transfer(payment)]))[0];
    };
    const know = ({ accountNumber: target, user: { fullName: name } }: typeof bruno) =>
      bank.db.transaction((tx) => {
        const payee = { kind: 'account' as const, target, name, document: null };
        return rememberRecipient(tx, { userId: ana.user.id, ...payee, lastUsedAt: bank.clock.now() });
      });
    await know(bruno);
    bank.clock.passSeconds(48 * 3600);
    await know(newer);
    bank.clock.passSeconds(25 * 3600);
    for (const one of [bruno, newer]) expect(await pay(one)).toBe('done');
    await sessionOf(bank, ana).auth.freeze();
    expect((await changesIn(bank))[0]).toMatchObject({ forgottenPayees: 1 });
    await callerOf(bank, admin.user).admin.users.unfreeze({ id: ana.user.id, reason: 'Identificada' });
    expect(await pay(bruno)).toBe('done');
    expect(await pay(newer)).toBe('CONFIRMATION_REQUIRED');
  });

  test('nicknames and pins that known payees were given in those 72 hours are taken back, older ones are not', async ({
    bank,
    ana,
    bruno,
  }) => {
    const call = () => sessionOf(bank, ana).account;
    const other = await makeCustomer(bank);
    for (const { accountNumber: target } of [bruno, other])
      await knowPayee(bank, ana.user, { kind: 'account', target });
    const idOf = async ({ accountNumber }: typeof bruno) =>
      (await call().recipients()).find((one) => one.accountNumber === accountNumber)?.id ?? '';
    const marksOf = async () =>
      new Map(
        (await call().recipients()).map(({ accountNumber, nickname, isPinned }) => [
          accountNumber,
          { nickname, isPinned },
        ]),
      );
    await call().changeRecipient({ id: await idOf(bruno), nickname: 'Aluguel', isPinned: true });
    bank.clock.passSeconds(FREEZE_LINK_SECONDS + 1);
    await call().changeRecipient({ id: await idOf(other), nickname: 'Aluguel', isPinned: true });
    await sessionOf(bank, ana).auth.freeze();
    const marks = await marksOf();
    expect(marks.get(bruno.accountNumber)).toEqual({ nickname: 'Aluguel', isPinned: true });
    expect(marks.get(other.accountNumber)).toEqual({ nickname: null, isPinned: false });
    expect(await changesIn(bank)).toMatchObject([{ takenNicknames: 1, takenPins: 1 }]);
  });

  test('a limit that was raised and then lowered a little is the one from before the raise, by a letter’s link that is used late', async ({
    scene: { bank, user },
  }) => {
    const call = () => callerOf(bank, { id: user.id, fullName: user.fullName, role: 'cliente' as const });
    const change = (amount: string) =>
      call().account.limits.change({ kind: 'transfer', window: 'night', amount });
    await change('9000.00');
    bank.clock.passSeconds(25 * 3600);
    await change('8999.00');
    await call().account.limits.change({ kind: 'boleto', window: 'night', amount: '900.00' });
    bank.clock.passSeconds(40 * 3600);
    const letter = newFreezeToken(bank, user.id);
    bank.clock.passSeconds(FREEZE_LINK_SECONDS - 60);
    await linkBy(bank, letter);
    const { limits } = await call().account.limits.list();
    const nightly = limits.filter(({ window }) => window === 'night');
    expect(nightly.find(({ kind }) => kind === 'transfer')).toMatchObject({ amount: '1000.00', next: null });
    expect(nightly.find(({ kind }) => kind === 'boleto')).toMatchObject({ amount: '900.00' });
  });

  test('freezing again ends what was opened since, and keeps the first moment', async ({
    scene: { bank, browser, person },
  }) => {
    const frozenAt = bank.clock.real().toISOString();
    await freezeBy(browser);
    bank.clock.passSeconds(60);
    await browser.login(person.cpf, PASSWORD);
    await freezeBy(browser);
    await browser.login(person.cpf, PASSWORD);
    expect((await browser.me()).frozenAt).toBe(frozenAt);
    expect(await lettersIn(bank)).toEqual(['frozen_by_owner']);
  });

  test('a token that only reads may freeze too; an administrator has nothing to freeze', async ({
    scene: { bank, browser },
  }) => {
    const token = { name: 'X', scopes: ['read' as const], expiresAt: inAnHour(bank) };
    const { secret } = await browser.ask((on) => on.tokens.create(token));
    const call = caller(bank);
    const headers = { authorization: `Bearer ${secret}` };
    expect(await call('POST', '/api/auth/freeze', undefined, headers)).toMatchObject({ status: 200 });
    expect(await call('POST', '/api/auth/freeze', undefined, headers)).toMatchObject({ status: 401 });
    expect(await codeOf(freezeBy((await signedInAdmin(bank)).browser))).toBe('FORBIDDEN');
    expect(await changesIn(bank)).toEqual([
      expect.objectContaining({ by: 'token', endedSessions: 1, revokedTokens: 1 }),
    ]);
  });

  test('64 freezes at once leave one freeze and one letter', race(), async ({ scene: { bank, user } }) => {
    const actor = { id: user.id, fullName: user.fullName, role: 'cliente' as const };
    const calls = Array.from({ length: 64 }, () => callerOf(bank, actor).auth.freeze());
    expect(new Set(await settledCodes(calls))).toEqual(new Set(['done']));
    expect(await lettersIn(bank)).toEqual(['frozen_by_owner']);
  });
});

describe('the link of a letter', () => {
  test('it freezes once, and not what was frozen or unfrozen after it was sent', async ({
    scene: { bank, browser, person, user },
  }) => {
    const link = newFreezeToken(bank, user.id);
    const other = newFreezeToken(bank, user.id);
    bank.clock.passSeconds(60);
    expect(await linkBy(bank, link)).toEqual({ success: true });
    expect(await codeOf(browser.me())).toBe('UNAUTHENTICATED');
    for (const used of [link, other]) expect(await codeOf(linkBy(bank, used))).toBe('FREEZE_LINK_INVALID');
    const later = newFreezeToken(bank, user.id);
    bank.clock.passSeconds(60);
    await browser.login(person.cpf, PASSWORD);
    await confirmEmail(bank, browser);
    await browser.ask((on) => on.unfreeze());
    expect(await codeOf(linkBy(bank, later))).toBe('FREEZE_LINK_INVALID');
    bank.clock.passSeconds(60);
    expect(await linkBy(bank, newFreezeToken(bank, user.id))).toEqual({ success: true });
    expect((await changesIn(bank)).map(({ action, by }) => by ?? action)).toEqual([
      'link',
      'unfreeze_by_owner',
      'link',
    ]);
  });

  test('altered, late, of nobody, of an administrator or of a closed customer it freezes nothing', async ({
    scene: { bank, user },
  }) => {
    const token = newFreezeToken(bank, user.id);
    const other = await profileScene(bank);
    const forged = token.replace(user.id, other.user.id);
    for (const wrong of [forged, `${token.slice(0, -1)}_`, 'x', newFreezeToken(bank, 'nobody')])
      expect(await codeOf(linkBy(bank, wrong))).toBe('FREEZE_LINK_INVALID');
    await other.browser.ask((on) => on.closeAccount({ password: PASSWORD, confirmation: 'ENCERRAR' }));
    expect(await codeOf(linkBy(bank, newFreezeToken(bank, other.user.id)))).toBe('FREEZE_LINK_INVALID');
    bank.clock.passSeconds(FREEZE_LINK_SECONDS);
    expect(await codeOf(linkBy(bank, token))).toBe('FREEZE_LINK_INVALID');
    const { protections } = bank.db.tables;
    expect(await bank.db.$count(protections, eq(protections.userId, user.id))).toBe(0);
  });

  test('of 16 uses at once one freezes', race(), async ({ scene: { bank, user } }) => {
    const token = newFreezeToken(bank, user.id);
    const codes = await settledCodes(Array.from({ length: 16 }, () => linkBy(bank, token)));
    expect(codes.filter((code) => code === 'done')).toHaveLength(1);
  });
});
