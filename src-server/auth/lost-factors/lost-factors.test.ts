/** @module-tag postgresInCi */
import { desc, eq, isNull } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { race } from '#db/testing/race-test';
import { FACTORS_END_SECONDS } from '#domain/limits';
import { noteMoment } from '#server/kernel/clock-watch';
import { openBody } from '#server/outbox/sealed';
import { auditedChanges } from '#server/payments/testing/scene';
import { letterTo } from '#server/protection/testing/protected-bank';
import { test as bankTest } from '#server/testing/bank-test';
import { callerOf, closeRelation } from '#server/testing/people';
import { codeOf, settledCodes } from '#server/testing/refusal-of';
import { enableTwoFactor } from '../testing/authenticator.ts';
import { Browser, PASSWORD } from '../testing/browser.ts';
import { confirmEmail } from '../testing/freezing.ts';
import { profileScene, signedInAdmin, tokenSentTo } from '../testing/profile-scene.ts';
import { withPasskey } from '../testing/security-key.ts';
import { endDueFactors } from './end-due.ts';
import { factorsEndAt } from './factors-end.ts';

const REASON = 'Identificada por vídeo';

/** A customer with an app and a passkey, both lost, and an administrator who asks for their end. */
const test = bankTest.extend('scene', async ({ bank }) => {
  const scene = await profileScene(bank);
  const { app } = await enableTwoFactor(scene.browser);
  await withPasskey(bank, scene.user.id);
  const { user } = await signedInAdmin(bank);
  const { users } = callerOf(bank, { id: user.id, fullName: user.fullName, role: 'admin' }).admin;
  const sent = { id: scene.user.id, reason: REASON };
  return {
    ...scene,
    app,
    users,
    ask: () => users.endFactors(sent),
    keep: () => users.keepFactors(sent),
    status: () => scene.browser.ask((on) => on.twoFactor.status()),
    lettersOf: async (kind: string) => {
      const { outbox } = bank.db.tables;
      return bank.db.select().from(outbox).where(eq(outbox.kind, kind)).orderBy(desc(outbox.id));
    },
  };
});

describe('second factors that a customer has lost', () => {
  test('end a day after an administrator asked, with password, passkeys and access; the customer is told both times', async ({
    bank,
    scene: { person, browser, user, ask, status, lettersOf },
  }) => {
    await confirmEmail(bank, browser);
    const endAt = new Date(bank.clock.real().getTime() + FACTORS_END_SECONDS * 1000);
    expect(await ask()).toMatchObject({ hasFactors: true, factorsEndAt: endAt.toISOString() });
    expect(await status()).toMatchObject({ enabled: true, factorsEndAt: endAt.toISOString() });
    expect(await letterTo(bank, 'factors_end_asked')).toContain(`Motivo: ${REASON}`);
    expect(await auditedChanges(bank, 'ask_factors_end')).toEqual([
      { endAt: endAt.toISOString(), reason: REASON },
    ]);

    bank.clock.passSeconds(FACTORS_END_SECONDS - 1);
    await endDueFactors(bank);
    expect(await browser.givePassword(person.cpf, PASSWORD)).toMatchObject({ requiresTwoFactor: true });

    bank.clock.passSeconds(1);
    await endDueFactors(bank);
    expect(await codeOf(browser.givePassword(person.cpf, PASSWORD))).toBe('INVALID_CREDENTIALS');
    const { passkeys, sessions, users } = bank.db.tables;
    expect(await bank.db.$count(passkeys, isNull(passkeys.endedAt))).toBe(0);
    expect(await bank.db.$count(sessions, eq(sessions.userId, user.id))).toBe(0);
    const [row] = await bank.db.select().from(users).where(eq(users.id, user.id));
    expect(row?.totpSecret).toBeNull();
    expect(await lettersOf('factors_ended')).toMatchObject([{ recipient: person.email }]);
    expect(await auditedChanges(bank, 'disable_two_factor')).toMatchObject([
      { provenBy: 'administrator', endedPasskeys: 1, endedDevices: 1 },
    ]);
    await endDueFactors(bank);
    expect(await lettersOf('factors_ended')).toHaveLength(1);
  });

  test("do not end while the machine's clock is ahead", async ({ bank, scene: { ask, status } }) => {
    await bank.db.transaction((tx) => noteMoment(tx, bank.clock.real()));
    await ask();
    bank.clock.passSeconds(40 * 86_400);
    await endDueFactors(bank);
    bank.clock.passSeconds(-40 * 86_400);
    expect(await status()).toMatchObject({ enabled: true, factorsEndAt: expect.any(String) });
  });

  test('stay when the customer keeps them, without a proof, or an administrator does', async ({
    bank,
    scene: { browser, person, ask, keep, status, lettersOf },
  }) => {
    const own = () => browser.ask((on) => on.twoFactor.keep());
    expect(await codeOf(own())).toBe('FACTORS_END_NOT_ASKED');
    await ask();
    expect(await own()).toEqual({ success: true });
    expect(await status()).toMatchObject({ enabled: true, factorsEndAt: null });
    await ask();
    expect(await keep()).toMatchObject({ hasFactors: true, factorsEndAt: null });
    expect(await codeOf(keep())).toBe('FACTORS_END_NOT_ASKED');
    expect(await lettersOf('factors_kept')).toHaveLength(2);
    bank.clock.passSeconds(FACTORS_END_SECONDS);
    await endDueFactors(bank);
    expect(await new Browser(bank).givePassword(person.cpf, PASSWORD)).toMatchObject({
      requiresTwoFactor: true,
    });
  });

  test('that their owner has found and turned off meanwhile end nothing else', async ({
    bank,
    scene: { browser, person, ask, app, status, lettersOf },
  }) => {
    await ask();
    await browser.ask((on) => on.twoFactor.disable({ token: app.nextCode() }));
    expect(await status()).toMatchObject({ enabled: false, factorsEndAt: null });
    expect(await auditedChanges(bank, 'disable_two_factor')).toMatchObject([{ endedFactorsRequest: true }]);
    bank.clock.passSeconds(FACTORS_END_SECONDS);
    await endDueFactors(bank);
    await browser.login(person.cpf, PASSWORD);
    expect(await lettersOf('factors_ended')).toEqual([]);
  });

  test('stay with the last passkey removed, a new one added or the e-mail given back meanwhile', async ({
    bank,
    scene: { browser, person, app, user, ask, status, update },
  }) => {
    const { passkeys } = bank.db.tables;
    await browser.ask((on) => on.twoFactor.disable({ token: app.nextCode() }));
    await ask();
    const [passkey] = await bank.db.select().from(passkeys);
    const proven = { passwordProvenAt: bank.clock.real(), factorProvenAt: bank.clock.real() };
    const prove = () => bank.db.transaction((tx) => tx.update(tx.tables.sessions).set(proven));
    await prove();
    await browser.ask((on) => on.passkeys.remove({ id: passkey?.id ?? '' }));
    expect(await status()).toMatchObject({ factorsEndAt: null });
    expect(await auditedChanges(bank, 'remove_passkey')).toMatchObject([{ endedFactorsRequest: true }]);

    const next = await enableTwoFactor(browser);
    await ask();
    await browser.ask((on) => on.twoFactor.keep());
    await prove();
    await update({ email: 'ladrao@correio.example' });
    const token = await tokenSentTo(bank, 'ladrao@correio.example');
    await browser.ask((on) => on.confirmEmail({ token, password: PASSWORD, code: next.app.nextCode() }));
    await ask();
    const mails = await bank.db.select().from(bank.db.tables.outbox);
    const undo = mails.find(({ kind, recipient }) => kind === 'email_changed' && recipient === person.email);
    const [, link = ''] =
      /desfazer-email\?token=([\w-]{43})/.exec(undo ? openBody(bank.keys, undo).text : '') ?? [];
    await new Browser(bank).ask((on) => on.undoEmailChange({ token: link }));
    expect(await factorsEndAt(bank.db, user.id)).toBeNull();
  });

  test('are told to the former address while a change of the e-mail can be undone', async ({
    bank,
    scene: { browser, person, app, ask, keep, lettersOf, update },
  }) => {
    const proven = { passwordProvenAt: bank.clock.real(), factorProvenAt: bank.clock.real() };
    await bank.db.transaction((tx) => tx.update(tx.tables.sessions).set(proven));
    await update({ email: 'ladrao@correio.example' });
    const token = await tokenSentTo(bank, 'ladrao@correio.example');
    await browser.ask((on) => on.confirmEmail({ token, password: PASSWORD, code: app.nextCode() }));
    await ask();
    await keep();
    for (const kind of ['factors_end_asked', 'factors_kept'])
      expect((await lettersOf(kind)).map(({ recipient }) => recipient)).toEqual([person.email]);
  });

  test('stay when the customer freezes the account after the request, not when it was frozen before', async ({
    scene: { browser, ask, users, user, lettersOf },
  }) => {
    await ask();
    await browser.ask((on) => on.freeze());
    expect(await users.get({ id: user.id })).toMatchObject({ factorsEndAt: null });
    expect(await lettersOf('factors_kept')).toHaveLength(1);
    expect(await ask()).toMatchObject({ factorsEndAt: expect.any(String), frozenAt: expect.any(String) });
  });

  test('are neither kept nor unfreeze the account while their end is asked for: they may be a thief’s', async ({
    bank,
    scene: { browser, person, user, users, app, ask, keep },
  }) => {
    await browser.ask((on) => on.freeze());
    await ask();
    await browser.givePassword(person.cpf, PASSWORD);
    await browser.ask((on) => on.twoFactor.validate({ userId: user.id, token: app.nextCode() }));
    expect(await codeOf(browser.ask((on) => on.twoFactor.keep()))).toBe('ACCOUNT_FROZEN_BY_OWNER');
    const proven = { passwordProvenAt: bank.clock.real(), factorProvenAt: bank.clock.real() };
    await bank.db.transaction((tx) => tx.update(tx.tables.sessions).set(proven));
    expect(await codeOf(browser.ask((on) => on.unfreeze()))).toBe('CONTACT_NOT_CONFIRMED');
    // Nor by turning an app off and on.
    await browser.ask((on) => on.twoFactor.disable({ token: app.nextCode() }));
    await enableTwoFactor(browser);
    await browser.ask((on) => on.freeze());
    expect(await users.get({ id: user.id })).toMatchObject({ factorsEndAt: expect.any(String) });
    const unfreeze = () => users.unfreeze({ id: user.id, reason: REASON });
    expect(await codeOf(unfreeze())).toBe('FACTORS_END_ASKED');
    await keep();
    await unfreeze();
  });

  test('are not ended for who has none, for administrators or for closed customers, nor asked for twice', async ({
    bank,
    ana,
    admin,
    scene: { ask, users, user },
  }) => {
    const of = (id: string) => codeOf(users.endFactors({ id, reason: REASON }));
    expect(await of(ana.user.id)).toBe('TWO_FACTOR_NOT_ENABLED');
    expect(await of(admin.user.id)).toBe('NOT_FOUND');
    expect(await of('nobody')).toBe('NOT_FOUND');
    expect(await codeOf(users.endFactors({ id: user.id, reason: '' }))).toBe('VALIDATION');
    await ask();
    expect(await codeOf(ask())).toBe('FACTORS_END_ASKED');
    await closeRelation(bank, user.id);
    expect(await of(user.id)).toBe('USER_CLOSED');
  });

  test(
    '64 requests at once leave one, and kept and ended at once they end one way',
    race(),
    async ({ bank, scene: { ask, keep, users, user, lettersOf } }) => {
      const codes = await settledCodes(Array.from({ length: 64 }, ask));
      expect(codes.filter((code) => code === 'done')).toHaveLength(1);
      expect(codes.filter((code) => code === 'FACTORS_END_ASKED')).toHaveLength(63);
      expect(await lettersOf('factors_end_asked')).toHaveLength(1);
      bank.clock.passSeconds(FACTORS_END_SECONDS);
      const [kept] = await settledCodes([keep(), endDueFactors(bank), endDueFactors(bank)]);
      const { hasFactors, factorsEndAt } = await users.get({ id: user.id });
      expect({ hasFactors, factorsEndAt }).toEqual({ hasFactors: kept === 'done', factorsEndAt: null });
      expect(await lettersOf('factors_ended')).toHaveLength(kept === 'done' ? 0 : 1);
    },
  );
});
