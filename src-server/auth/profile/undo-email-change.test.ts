import { desc, eq, isNull } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { race } from '#db/testing/race-test';
import { DEVICE_TRUST_SECONDS, EMAIL_UNDO_SECONDS, FRESH_PROOF_SECONDS } from '#domain/limits';
import { test as bankTest } from '#server/testing/bank-test';
import { codeOf, refusalOf } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';
import { createAdmin } from '../create-admin.ts';
import { authDailySteps } from '../daily-steps.ts';
import { enableTwoFactor } from '../testing/authenticator.ts';
import { Browser, newPerson, PASSWORD } from '../testing/browser.ts';
import { changedScene, emailsTo, NEW, undoBy, undoSentTo } from '../testing/changed-email.ts';
import { registerDevice } from '../testing/device-key.ts';
import { profileScene, tokenSentTo } from '../testing/profile-scene.ts';

const test = bankTest.extend('scene', () => changedScene());

const recover = (bank: TestBank, email: string) =>
  new Browser(bank).ask((caller) => caller.recovery.request({ email }));

describe('the link that undoes a change of e-mail', () => {
  test('the undo link restores the address, ends sessions, tokens and the password, and leads to a recovery', async ({
    scene: { bank, browser, person, user, undo, update },
  }) => {
    const expiresAt = new Date(bank.clock.real().getTime() + 3_600_000).toISOString();
    await browser.ask((caller) => caller.tokens.create({ name: 'X', scopes: ['read'], expiresAt }));
    await update({ email: 'terceira@correio.example' });
    expect(await undoBy(bank, undo)).toEqual({ success: true });
    const { users, accessTokens, auditLog, emailChanges, emailUndos, sessions } = bank.db.tables;
    const [row] = await bank.db.select().from(users).where(eq(users.id, user.id));
    expect(row).toMatchObject({ email: person.email, pendingEmail: null });
    expect(await codeOf(browser.me())).toBe('UNAUTHENTICATED');
    expect(await bank.db.$count(sessions)).toBe(0);
    expect(await bank.db.$count(accessTokens, isNull(accessTokens.revokedAt))).toBe(0);
    expect(await bank.db.$count(emailChanges, isNull(emailChanges.usedAt))).toBe(0);
    expect(await bank.db.$count(emailUndos, isNull(emailUndos.usedAt))).toBe(0);
    expect(await codeOf(new Browser(bank).login(person.cpf, PASSWORD))).toBe('INVALID_CREDENTIALS');
    expect(await emailsTo(bank, person.email, 'email_change_undone')).toHaveLength(1);
    const [audited] = await bank.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'update_user'))
      .orderBy(desc(auditLog.seq));
    expect(JSON.parse(audited?.changes ?? '')).toEqual({
      email: { from: NEW, to: person.email },
      pendingEmail: { from: 'terceira@correio.example', to: null },
      endedSessions: 1,
      revokedTokens: 1,
      endedPasskeys: 0,
      endedDevices: 1,
    });
    await recover(bank, person.email);
    const [email = ''] = await emailsTo(bank, person.email, 'recovery');
    const token = /\?token=([\w-]{43})$/m.exec(email)?.[1] ?? '';
    const password = 'outra senha comprida';
    const owner = new Browser(bank);
    await owner.ask((caller) => caller.recovery.reset({ token, password }));
    await owner.login(person.cpf, password);
  });

  test('the undo link ends all devices, also one that counts by then', async ({
    scene: { bank, person, undo },
  }) => {
    const thief = new Browser(bank);
    await thief.login(person.cpf, PASSWORD);
    await registerDevice(thief);
    bank.clock.passSeconds(DEVICE_TRUST_SECONDS);
    await undoBy(bank, undo);
    const { devices } = bank.db.tables;
    const ended = { endedAt: bank.clock.real() };
    expect(await bank.db.select().from(devices)).toMatchObject([ended, ended]);
  });

  test('the undo link is refused when invalid, used, or after 72 hours, and not a second before', async ({
    scene: { bank, undo },
  }) => {
    expect(await refusalOf(undoBy(bank, 'x'.repeat(43)))).toMatchObject({
      status: 400,
      code: 'EMAIL_UNDO_INVALID',
    });
    expect(await codeOf(undoBy(bank, ''))).toBe('VALIDATION');
    bank.clock.passSeconds(EMAIL_UNDO_SECONDS - 1);
    await undoBy(bank, undo);
    expect(await codeOf(undoBy(bank, undo))).toBe('EMAIL_UNDO_INVALID');
    const late = await changedScene();
    late.bank.clock.passSeconds(EMAIL_UNDO_SECONDS);
    expect(await codeOf(undoBy(late.bank, late.undo))).toBe('EMAIL_UNDO_INVALID');
  });

  test('the undo link of a later change goes to the address from before the first one, and leads there too', async ({
    scene: { bank, browser, change, person, undo, user },
  }) => {
    await change('terceira@correio.example');
    const second = await undoSentTo(bank, person.email);
    expect(second).not.toBe(undo);
    expect(await emailsTo(bank, NEW, 'email_changed')).toEqual([]);
    expect(await emailsTo(bank, NEW, 'email_left')).toHaveLength(1);
    const { users } = bank.db.tables;
    const present = async () => (await bank.db.select().from(users).where(eq(users.id, user.id)))[0]?.email;
    await undoBy(bank, second);
    expect(await present()).toBe(person.email);
    expect(await codeOf(undoBy(bank, undo))).toBe('EMAIL_UNDO_INVALID');
    expect(await emailsTo(bank, 'terceira@correio.example', 'email_left')).toHaveLength(1);

    const other = await changedScene();
    await other.change('terceira@correio.example');
    const later = await undoSentTo(other.bank, other.person.email);
    await undoBy(other.bank, other.undo);
    expect(await codeOf(undoBy(other.bank, later))).toBe('EMAIL_UNDO_INVALID');
    expect(await codeOf(browser.me())).toBe('UNAUTHENTICATED');
  });

  test('the undo link works for one of 16 simultaneous uses', race(), async ({ scene: { bank, undo } }) => {
    const outcomes = await Promise.allSettled(Array.from({ length: 16 }, () => undoBy(bank, undo)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('the daily run deletes expired undo links, and a closure deletes all', async ({
    scene: { bank, browser },
  }) => {
    const { emailUndos } = bank.db.tables;
    const daily = async () => {
      for (const { run } of authDailySteps) await run(bank, bank.clock.today());
    };
    await daily();
    expect(await bank.db.$count(emailUndos)).toBe(1);
    const leaver = await changedScene();
    leaver.bank.clock.passSeconds(EMAIL_UNDO_SECONDS);
    const later = new Browser(leaver.bank);
    await later.login(leaver.person.cpf, PASSWORD);
    await later.ask((caller) => caller.closeAccount({ password: PASSWORD, confirmation: 'ENCERRAR' }));
    expect(await leaver.bank.db.$count(leaver.bank.db.tables.emailUndos)).toBe(0);
    bank.clock.passSeconds(EMAIL_UNDO_SECONDS);
    await daily();
    expect(await bank.db.$count(emailUndos)).toBe(0);
    expect(await codeOf(browser.me())).toBe('UNAUTHENTICATED');
  });
});

describe('while a change of e-mail can be undone', () => {
  test('a recovery link goes to the former address, whichever address was given, and the new address is notified', async ({
    scene: { bank, person },
  }) => {
    await recover(bank, NEW);
    expect(await emailsTo(bank, NEW, 'recovery')).toEqual([]);
    expect(await emailsTo(bank, person.email, 'recovery')).toHaveLength(1);
    const [notice = ''] = await emailsTo(bank, NEW, 'recovery_elsewhere');
    expect(notice).toContain('o link foi para o endereço anterior');
    expect(notice).not.toContain('token=');
    await recover(bank, person.email);
    expect(await emailsTo(bank, person.email, 'recovery')).toHaveLength(2);
    expect(await emailsTo(bank, NEW, 'recovery_elsewhere')).toHaveLength(1);

    bank.clock.passSeconds(EMAIL_UNDO_SECONDS);
    await recover(bank, person.email);
    await recover(bank, NEW);
    expect(await emailsTo(bank, person.email, 'recovery')).toHaveLength(2);
    expect(await emailsTo(bank, NEW, 'recovery')).toHaveLength(1);
  });

  test('a recovery link that is used there takes the change back, as it says; later one changes the password only', async ({
    scene: { bank, person, user },
  }) => {
    const { users } = bank.db.tables;
    const now = async () => (await bank.db.select().from(users).where(eq(users.id, user.id)))[0];
    const use = async (recipient: string) => {
      await recover(bank, recipient);
      const [letter = ''] = await emailsTo(bank, recipient, 'recovery');
      const token = /token=(\S+)/.exec(letter)?.[1] ?? '';
      await new Browser(bank).ask((on) => on.recovery.reset({ token, password: 'outra senha comprida' }));
      return letter;
    };
    expect(await use(person.email)).toContain('a troca é desfeita');
    expect(await now()).toMatchObject({ email: person.email, pendingEmail: null });
    expect(await emailsTo(bank, person.email, 'email_change_undone')).toHaveLength(1);
    await new Browser(bank).login(person.cpf, 'outra senha comprida');

    const later = await changedScene();
    later.bank.clock.passSeconds(EMAIL_UNDO_SECONDS);
    await recover(later.bank, NEW);
    const [letter = ''] = await emailsTo(later.bank, NEW, 'recovery');
    expect(letter).not.toContain('desfeita');
  });

  test('after several changes of e-mail, recovery links go to the address before the first change', async ({
    scene: { bank, change, person },
  }) => {
    bank.clock.passSeconds(FRESH_PROOF_SECONDS);
    await change('terceira@correio.example');
    await recover(bank, 'terceira@correio.example');
    await recover(bank, NEW);
    // The address in between is nobody's.
    expect(await emailsTo(bank, person.email, 'recovery')).toHaveLength(1);
    expect(await emailsTo(bank, NEW, 'recovery')).toEqual([]);
    // From the first change: a further one makes it count for no longer.
    bank.clock.passSeconds(EMAIL_UNDO_SECONDS - FRESH_PROOF_SECONDS - 60);
    await recover(bank, 'terceira@correio.example');
    expect(await emailsTo(bank, person.email, 'recovery')).toHaveLength(1);
    expect(await emailsTo(bank, 'terceira@correio.example', 'recovery')).toHaveLength(1);
  });

  test('nobody else can register the former address, or change theirs to it', async ({
    scene: { bank, person, update },
  }) => {
    const register = (email: string) => new Browser(bank).register(newPerson({ email }));
    expect(await codeOf(register(person.email))).toBe('ALREADY_REGISTERED');
    const admin = { fullName: 'Helena Siqueira', cpf: '111.444.777-35', password: 'vale-admin-2026' };
    expect(await codeOf(createAdmin(bank, { ...admin, email: person.email }))).toBe('ALREADY_REGISTERED');
    const other = await profileScene(bank);
    await other.update({ email: person.email });
    const token = await tokenSentTo(bank, person.email);
    const confirm = other.browser.ask((caller) => caller.confirmEmail({ token, password: PASSWORD }));
    expect(await codeOf(confirm)).toBe('ALREADY_REGISTERED');
    // Their own address is allowed again.
    bank.clock.passSeconds(60);
    await update({ email: person.email });
    bank.clock.passSeconds(EMAIL_UNDO_SECONDS);
    expect(await codeOf(register(NEW))).toBe('ALREADY_REGISTERED');
    await register(person.email);
  });
});

describe('the link to a new address', () => {
  async function pendingScene() {
    const scene = await profileScene();
    const factor = await enableTwoFactor(scene.browser);
    scene.bank.clock.passSeconds(60);
    await scene.update({ email: NEW });
    return { ...scene, ...factor, token: await tokenSentTo(scene.bank, NEW) };
  }
  const open = (bank: TestBank, token: string, given: { password?: string; code?: string } = {}) =>
    new Browser(bank).ask((caller) => caller.confirmEmail({ token, password: PASSWORD, ...given }));

  test('the link to a new address needs password and second factor, so that a stolen session changes nothing', async () => {
    const { bank, browser, app, backupCodes, token, person } = await pendingScene();
    expect((await refusalOf(open(bank, token, { password: '' }))).fields).toEqual({
      password: 'Senha atual é obrigatória',
    });
    expect(await codeOf(open(bank, token, { password: 'errada' }))).toBe('INVALID_PASSWORD');
    expect(await refusalOf(open(bank, token))).toMatchObject({ status: 400, code: 'FACTOR_MISSING' });
    expect(await codeOf(open(bank, token, { code: app.wrongCode() }))).toBe('TWO_FACTOR_CODE');
    expect(await codeOf(open(bank, 'x'.repeat(43), { password: 'errada' }))).toBe('EMAIL_LINK_INVALID');
    expect((await browser.me()).user.email).toBe(person.email);
    await open(bank, token, { code: backupCodes[0] ?? '' });
    const { users, outbox } = bank.db.tables;
    expect(await bank.db.$count(users, eq(users.email, NEW))).toBe(1);
    expect(await bank.db.$count(outbox, eq(outbox.kind, 'backup_code_used'))).toBe(1);
  });

  test('wrong passwords at the link to a new address are counted on every device', async () => {
    const { bank, token, app } = await pendingScene();
    for (let guess = 0; guess < 6; guess += 1)
      expect(await codeOf(open(bank, token, { password: 'errada' }))).toBe('INVALID_PASSWORD');
    const code = app.code(1);
    expect(await codeOf(open(bank, token, { code }))).toBe('TOO_MANY_ATTEMPTS');
    bank.clock.passSeconds(1);
    await open(bank, token, { code });
  });

  test('a change of e-mail ends all other sessions and the tokens', async () => {
    const { bank, browser, person, update } = await profileScene();
    const elsewhere = new Browser(bank);
    await elsewhere.login(person.cpf, PASSWORD);
    const expiresAt = new Date(bank.clock.real().getTime() + 3_600_000).toISOString();
    await elsewhere.ask((caller) => caller.tokens.create({ name: 'X', scopes: ['read'], expiresAt }));
    await update({ email: NEW });
    const token = await tokenSentTo(bank, NEW);
    await browser.ask((caller) => caller.confirmEmail({ token, password: PASSWORD }));
    expect((await browser.me()).user.email).toBe(NEW);
    expect(await codeOf(elsewhere.me())).toBe('UNAUTHENTICATED');
    const { accessTokens } = bank.db.tables;
    expect(await bank.db.$count(accessTokens, isNull(accessTokens.revokedAt))).toBe(0);
  });
});
