import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import {
  DEVICE_TRUST_SECONDS,
  EMAIL_UNDO_SECONDS,
  FRESH_PROOF_SECONDS,
  TWO_FACTOR_UNDO_SECONDS,
  UNFREEZE_CONTACT_SECONDS,
} from '#domain/limits';
import { test as bankTest } from '#server/testing/bank-test';
import { callerOf } from '#server/testing/people';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import { enableTwoFactor } from '../testing/authenticator.ts';
import { PASSWORD } from '../testing/browser.ts';
import { changesIn, confirmEmail, freezeBy, lettersIn } from '../testing/freezing.ts';
import { profileScene, signedInAdmin, tokenSentTo } from '../testing/profile-scene.ts';
import { withPasskey } from '../testing/security-key.ts';

const test = bankTest.extend('scene', ({ bank }) => profileScene(bank));

describe('unfreezing', () => {
  test('its owner needs a fresh proof and a code by e-mail', async ({ scene: { bank, browser, person } }) => {
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

  test('an app or a passkey of any age is not enough, since a thief may have added it: the mailbox is asked for too', async ({
    scene: { bank, browser, person, user },
  }) => {
    const { app } = await enableTwoFactor(browser);
    await withPasskey(bank, user.id, 30 * 86_400);
    bank.clock.passSeconds(TWO_FACTOR_UNDO_SECONDS);
    await browser.givePassword(person.cpf, PASSWORD);
    await browser.ask((on) => on.twoFactor.validate({ userId: user.id, token: app.nextCode() }));
    await freezeBy(browser);
    bank.clock.passSeconds(60);
    await browser.givePassword(person.cpf, PASSWORD);
    await browser.ask((on) => on.twoFactor.validate({ userId: user.id, token: app.nextCode() }));
    const unfreeze = () => browser.ask((on) => on.unfreeze());
    expect(await codeOf(unfreeze())).toBe('CONTACT_NOT_CONFIRMED');
    await confirmEmail(bank, browser);
    expect(await unfreeze()).toEqual({ success: true });
  });

  test('a freeze that ended a passkey which counted is lifted by the bank: its link comes by the mailbox alone', async ({
    scene: { bank, browser, person, user },
  }) => {
    const unfreeze = () => browser.ask((on) => on.unfreeze());
    await withPasskey(bank, user.id, DEVICE_TRUST_SECONDS - 1);
    await freezeBy(browser);
    bank.clock.passSeconds(60);
    await browser.login(person.cpf, PASSWORD);
    await confirmEmail(bank, browser);
    // It did not count.
    await unfreeze();
    const { passkeyId } = await withPasskey(bank, user.id, 30 * 86_400);
    await freezeBy(browser);
    bank.clock.passSeconds(60);
    await browser.login(person.cpf, PASSWORD);
    await confirmEmail(bank, browser);
    // Its owner removes it, or it is the thief's.
    const endedAt = bank.clock.real();
    const { passkeys } = bank.db.tables;
    await bank.db.transaction((tx) => tx.update(passkeys).set({ endedAt }).where(eq(passkeys.id, passkeyId)));
    await unfreeze();
    await withPasskey(bank, user.id, DEVICE_TRUST_SECONDS);
    await freezeBy(browser);
    bank.clock.passSeconds(60);
    await browser.login(person.cpf, PASSWORD);
    await confirmEmail(bank, browser);
    expect(await refusalOf(unfreeze())).toMatchObject({
      code: 'CONTACT_NOT_CONFIRMED',
      error: expect.stringContaining('fale com o atendimento'),
    });
  });

  test('a passkey that counts, ended by the link that turns an app off, keeps the account frozen: that link comes by the mailbox alone', async ({
    scene: { bank, browser, person, user },
  }) => {
    const { app } = await enableTwoFactor(browser);
    await withPasskey(bank, user.id, 2 * DEVICE_TRUST_SECONDS);
    // The freeze keeps it by then.
    bank.clock.passSeconds(2 * DEVICE_TRUST_SECONDS);
    await browser.givePassword(person.cpf, PASSWORD);
    await browser.ask((on) => on.twoFactor.validate({ userId: user.id, token: app.nextCode() }));
    await freezeBy(browser);
    bank.clock.passSeconds(60);
    await browser.ask(async (on) =>
      on.twoFactor.undo({ token: await tokenSentTo(bank, person.email, 'two_factor_enabled') }),
    );
    await browser.ask((on) => on.recovery.request({ email: person.email }));
    const token = await tokenSentTo(bank, person.email, 'recovery');
    await browser.ask((on) => on.recovery.reset({ token, password: `${PASSWORD}-nova` }));
    await browser.login(person.cpf, `${PASSWORD}-nova`);
    await confirmEmail(bank, browser);
    expect(await refusalOf(browser.ask((on) => on.unfreeze()))).toMatchObject({
      error: expect.stringContaining('uma chave de acesso que já valia'),
    });
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

  test('an e-mail that was changed shortly before the freeze does not unfreeze', async ({ scene }) => {
    const { bank, browser, person, update, user } = scene;
    await update({ email: 'ladrao@correio.example' });
    const token = await tokenSentTo(bank, 'ladrao@correio.example');
    await browser.ask((on) => on.confirmEmail({ token, password: PASSWORD }));
    const unfreeze = () => browser.ask((on) => on.unfreeze());
    const freezeAndConfirm = async () => {
      await browser.login(person.cpf, PASSWORD);
      await freezeBy(browser);
      bank.clock.passSeconds(UNFREEZE_CONTACT_SECONDS);
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
