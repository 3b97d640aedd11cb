/** @module-tag postgres */
import { desc, eq, inArray, isNull } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { race } from '#db/testing/race-test';
import {
  DEVICE_TRUST_SECONDS,
  EMAIL_UNDO_SECONDS,
  FREEZE_LINK_SECONDS,
  FRESH_PROOF_SECONDS,
  TWO_FACTOR_UNDO_SECONDS,
} from '#domain/limits';
import { secondsAfter } from '#domain/moment';
import { newFreezeToken } from '#server/outbox/freeze-link';
import { letterTo } from '#server/protection/testing/protected-bank';
import { test as bankTest } from '#server/testing/bank-test';
import { caller } from '#server/testing/http-caller';
import { callerOf } from '#server/testing/people';
import { codeOf, refusalOf, settledCodes } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';
import { enableTwoFactor } from '../testing/authenticator.ts';
import { Browser, PASSWORD } from '../testing/browser.ts';
import { registerDevice } from '../testing/device-key.ts';
import { profileScene, signedInAdmin, tokenSentTo } from '../testing/profile-scene.ts';
import { withPasskey } from '../testing/security-key.ts';

const test = bankTest.extend('scene', ({ bank }) => profileScene(bank));

const freezeBy = (browser: Browser) => browser.ask((on) => on.freeze());
const linkBy = (bank: TestBank, token: string) => new Browser(bank).ask((on) => on.freezeByLink({ token }));
const inAnHour = ({ clock }: TestBank) => new Date(clock.real().getTime() + 3_600_000).toISOString();

async function changesIn({ db }: TestBank) {
  const { auditLog } = db.tables;
  const actions = ['freeze_by_owner', 'unfreeze_by_owner', 'unfreeze_for_owner'];
  const rows = await db
    .select()
    .from(auditLog)
    .where(inArray(auditLog.action, actions))
    .orderBy(auditLog.seq);
  return rows.map(({ action, changes }) => ({ action, ...JSON.parse(changes ?? '{}') }));
}

async function lettersIn({ db }: TestBank): Promise<string[]> {
  const { outbox } = db.tables;
  const kinds = ['frozen_by_owner', 'unfrozen_by_owner', 'unfrozen_for_owner'];
  const rows = await db.select().from(outbox).where(inArray(outbox.kind, kinds)).orderBy(desc(outbox.id));
  return rows.map(({ kind }) => kind);
}

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

/** Asks for a code to the customer's e-mail and gives it. */
async function confirmEmail(bank: TestBank, browser: Browser): Promise<void> {
  await browser.ask((on) => on.contacts.requestCode({ channel: 'email' }));
  const code = /^\d{6}$/m.exec(await letterTo(bank, 'contact_code'))?.[0] ?? '';
  await browser.ask((on) => on.contacts.confirm({ channel: 'email', code }));
}

describe('unfreezing', () => {
  test('its owner needs a fresh proof, and without a second factor a code by e-mail', async ({
    scene: { bank, browser, person },
  }) => {
    const unfreeze = () => browser.ask((on) => on.unfreeze());
    const emailState = async () => (await browser.ask((on) => on.contacts.list())).email;
    await confirmEmail(bank, browser);
    expect(await emailState()).toEqual({ isConfirmed: true });
    bank.clock.passSeconds(61);
    expect(await codeOf(unfreeze())).toBe('NOT_FROZEN_BY_OWNER');
    await freezeBy(browser);
    expect(await codeOf(unfreeze())).toBe('UNAUTHENTICATED');
    await browser.login(person.cpf, PASSWORD);
    bank.clock.passSeconds(FRESH_PROOF_SECONDS + 1);
    expect(await codeOf(unfreeze())).toBe('REAUTHENTICATE');
    await browser.ask((on) => on.reauthenticate({ password: PASSWORD }));
    expect(await codeOf(unfreeze())).toBe('CONTACT_NOT_CONFIRMED');
    expect(await emailState()).toEqual({ isConfirmed: false });
    await confirmEmail(bank, browser);
    expect(await unfreeze()).toEqual({ success: true });
    expect((await browser.me()).frozenAt).toBeNull();
    expect(await lettersIn(bank)).toEqual(['unfrozen_by_owner', 'frozen_by_owner']);
  });

  test('a second factor is enough if it could not be undone any more when the account was frozen', async ({
    scene,
  }) => {
    const { bank, browser, person, user } = scene;
    const unfreeze = () => browser.ask((on) => on.unfreeze());
    const { app } = await enableTwoFactor(browser);
    const signIn = async () => {
      await browser.givePassword(person.cpf, PASSWORD);
      await browser.ask((on) => on.twoFactor.validate({ userId: user.id, token: app.nextCode() }));
    };
    bank.clock.passSeconds(TWO_FACTOR_UNDO_SECONDS - 60);
    await signIn();
    await freezeBy(browser);
    bank.clock.passSeconds(TWO_FACTOR_UNDO_SECONDS);
    await signIn();
    expect(await codeOf(unfreeze())).toBe('CONTACT_NOT_CONFIRMED');
    await confirmEmail(bank, browser);
    await unfreeze();
    await freezeBy(browser);
    bank.clock.passSeconds(60);
    await signIn();
    expect(await unfreeze()).toEqual({ success: true });
  });

  test('what the password alone turns on or changes while the account is frozen never unfreezes it', async ({
    scene,
  }) => {
    const { bank, browser, person, user, update } = scene;
    await confirmEmail(bank, browser);
    bank.clock.passSeconds(61);
    await freezeBy(browser);
    await browser.login(person.cpf, PASSWORD);
    const { app } = await enableTwoFactor(browser);
    await update({ email: 'ladrao@correio.example' });
    const token = await tokenSentTo(bank, 'ladrao@correio.example');
    await browser.ask((on) => on.confirmEmail({ token, password: PASSWORD, code: app.nextCode() }));
    bank.clock.passSeconds(Math.max(EMAIL_UNDO_SECONDS, TWO_FACTOR_UNDO_SECONDS) + 1);
    await browser.givePassword(person.cpf, PASSWORD);
    await browser.ask((on) => on.twoFactor.validate({ userId: user.id, token: app.nextCode() }));
    expect(await refusalOf(browser.ask((on) => on.unfreeze()))).toMatchObject({
      code: 'CONTACT_NOT_CONFIRMED',
      error: expect.stringContaining('fale com o atendimento'),
    });
  });

  test('a passkey is enough if it counted when the account was frozen', async ({ scene }) => {
    const { bank, browser, person, user } = scene;
    const unfreeze = () => browser.ask((on) => on.unfreeze());
    await withPasskey(bank, user.id, DEVICE_TRUST_SECONDS - 60);
    await freezeBy(browser);
    bank.clock.passSeconds(DEVICE_TRUST_SECONDS);
    await browser.login(person.cpf, PASSWORD);
    const proven = { passwordProvenAt: bank.clock.real(), factorProvenAt: bank.clock.real() };
    const { passkeys, sessions } = bank.db.tables;
    await bank.db.transaction((tx) => tx.update(sessions).set(proven));
    expect(await codeOf(unfreeze())).toBe('CONTACT_NOT_CONFIRMED');
    const createdAt = secondsAfter(bank.clock.real(), -2 * DEVICE_TRUST_SECONDS);
    await bank.db.transaction((tx) => tx.update(passkeys).set({ createdAt }));
    expect(await unfreeze()).toEqual({ success: true });
  });

  test('an e-mail that was changed shortly before the freeze does not unfreeze', async ({ scene }) => {
    const { bank, browser, person, update, user } = scene;
    await update({ email: 'ladrao@correio.example' });
    const token = await tokenSentTo(bank, 'ladrao@correio.example');
    await browser.ask((on) => on.confirmEmail({ token, password: PASSWORD }));
    const unfreeze = () => browser.ask((on) => on.unfreeze());
    const freezeAndConfirm = async () => {
      await browser.login(person.cpf, PASSWORD);
      await freezeBy(browser);
      bank.clock.passSeconds(EMAIL_UNDO_SECONDS);
      await browser.login(person.cpf, PASSWORD);
      await confirmEmail(bank, browser);
    };
    await freezeAndConfirm();
    expect(await codeOf(unfreeze())).toBe('CONTACT_NOT_CONFIRMED');
    const { user: helena } = await signedInAdmin(bank);
    const identified = { id: user.id, reason: 'Identificada por vídeo' };
    await callerOf(bank, { ...helena, role: 'admin' }).admin.users.unfreeze(identified);
    await freezeAndConfirm();
    expect(await unfreeze()).toEqual({ success: true });
  });

  test('an administrator does it with a reason, which the holder reads', async ({
    scene: { bank, browser, user },
  }) => {
    const { user: found } = await signedInAdmin(bank);
    const admin = callerOf(bank, { id: found.id, fullName: found.fullName, role: 'admin' });
    const sent = { id: user.id, reason: 'Identificada por vídeo' };
    expect(await codeOf(admin.admin.users.unfreeze(sent))).toBe('NOT_FROZEN_BY_OWNER');
    await freezeBy(browser);
    const asCustomer = callerOf(bank, { id: user.id, fullName: user.fullName, role: 'cliente' });
    expect(await codeOf(asCustomer.admin.users.unfreeze(sent))).toBe('FORBIDDEN');
    expect(await codeOf(admin.admin.users.unfreeze({ ...sent, id: 'nobody' }))).toBe('NOT_FOUND');
    expect(await codeOf(admin.admin.users.unfreeze({ ...sent, reason: '' }))).toBe('VALIDATION');
    expect((await admin.admin.users.get({ id: user.id })).frozenAt).not.toBeNull();
    expect(await admin.admin.users.unfreeze(sent)).toMatchObject({ frozenAt: null });
    expect((await changesIn(bank)).at(-1)).toEqual({ action: 'unfreeze_for_owner', reason: sent.reason });
    expect(await lettersIn(bank)).toEqual(['unfrozen_for_owner', 'frozen_by_owner']);
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
